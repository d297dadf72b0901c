// SPDX-License-Identifier: MIT
// What tests/benchmark/benchmark.cpp measures: an unmodified program that asks the system itself
// for the processor time it took, since clocks are virtual here, and tells it past the C library.
//
//   subject WHAT TIMES DESCRIPTOR
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

namespace {

constexpr std::size_t kSmall = 64;
constexpr std::size_t kLarge = std::size_t{1} << 17;

int small[kSmall];
std::atomic<int> number;
std::mutex mutex;

void reads(long times) {
  for (long i = 0; i < times; ++i) (void)*static_cast<volatile int*>(&small[i % kSmall]);
}
void writes(long times) {
  for (long i = 0; i < times; ++i) *static_cast<volatile int*>(&small[i % kSmall]) = 1;
}
void sweeps(long times) {
  // No global: all of those are put back between executions.
  const std::unique_ptr<int[]> large(new int[kLarge]);
  int* const begin = large.get();
  for (long i = 0; i < times; ++i) *static_cast<volatile int*>(begin + i % kLarge) = 1;
}
void atomics(long times) {
  for (long i = 0; i < times; ++i) number.fetch_add(1);
}
void locks(long times) {
  for (long i = 0; i < times; ++i) {
    mutex.lock();
    mutex.unlock();
  }
}
void turns(long times) {
  for (long i = 0; i < times; ++i) {
    number.fetch_add(1);
    sched_yield();
  }
}
void switches(long times) {
  std::thread other([=] { turns(times / 2); });
  turns(times / 2);
  other.join();
}

// 3 threads, about 20 steps.
void executes(long) {
  const auto work = [] {
    for (int i = 0; i < 3; ++i) number.fetch_add(1);
    const std::lock_guard guard(mutex);
  };
  std::thread one(work);
  std::thread other(work);
  work();
  one.join();
  other.join();
}

long call(long number, long first, void* second, long third = 0) {
  long result = number;
  asm volatile("syscall"
               : "+a"(result)
               : "D"(first), "S"(second), "d"(third)
               : "rcx", "r11", "memory");
  return result;
}

long nanoseconds() {
  timespec now{};
  call(SYS_clock_gettime, CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * 1'000'000'000 + now.tv_nsec;
}

void tell(long ns, int descriptor) {
  char text[32];
  const int size = std::snprintf(text, sizeof text, "%ld\n", ns);
  call(SYS_write, descriptor, text, size);
}

}  // namespace

int main(int, char** words) {
  const std::string what = words[1];
  const long times = std::atol(words[2]);
  constexpr std::pair<const char*, void (*)(long)> kAll[] = {
      {"reads", reads}, {"writes", writes},     {"sweeps", sweeps},    {"atomics", atomics},
      {"locks", locks}, {"switches", switches}, {"executes", executes}};
  for (const auto& [name, run] : kAll) {
    if (what != name) continue;
    if (what != "executes") run(times / 10);  // what is touched first is made known
    const long begin = nanoseconds();
    run(times);
    if (what != "executes") tell(nanoseconds() - begin, std::atoi(words[3]));
  }
}
