// SPDX-License-Identifier: MIT
// A thread that runs for ever without a scheduling point, in the way that the first argument says;
// "compute": for a fifth of a second of processor time.
#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <string>
#include <thread>

namespace {

std::atomic<int> number{0};

__attribute__((no_sanitize("thread"))) void allocate_for_ever() {
  for (;;) {
    void* volatile block = std::malloc(8);
    std::free(block);
  }
}

void jump_for_ever() { asm volatile("1: jmp 1b"); }

// Nearly all of the time goes into checking these accesses.
void access_for_ever() {
  volatile unsigned long x = 1;
  while (x != 0) x = x * 3 | 1;
}

void read_nothing() {
  int ends[2];
  char byte = 0;
  if (pipe(ends) == 0 && read(ends[0], &byte, 1) == 1) return;
}

void poll_nothing() { poll(nullptr, 0, -1); }

// getrusage(RUSAGE_SELF, used) of the kernel: the process's own usage, bypassing interceptors.
extern "C" void ask_for_usage(rusage* used);
asm("ask_for_usage: mov %rdi, %rsi\n xor %edi, %edi\n mov $98, %eax\n syscall\n ret");

__attribute__((no_sanitize("thread"))) double processor_seconds() {
  rusage used = {};
  ask_for_usage(&used);
  return static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
         static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

__attribute__((no_sanitize("thread"))) void compute() {
  const double end = processor_seconds() + 0.2;
  while (processor_seconds() < end) {
  }
}

void act(const std::string& what) {
  if (what == "compute") compute();
  if (what == "malloc") allocate_for_ever();
  if (what == "jump") jump_for_ever();
  if (what == "access") access_for_ever();
  if (what == "read") read_nothing();
  if (what == "poll") poll_nothing();
}

}  // namespace

int main(int, char** words) {
  std::thread other([&] {
    number.store(1);
    act(words[1]);
  });
  other.join();
}
