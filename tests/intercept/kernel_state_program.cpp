// SPDX-License-Identifier: MIT
// Does what its first word says, beside a thread that stores. Each fails if another execution has
// left anything behind.
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>

namespace {

std::atomic<int> number{0};
volatile sig_atomic_t handled = 0;

char first_byte(int descriptor) {
  char byte = 0;
  assert(read(descriptor, &byte, 1) == 1);
  return byte;
}

void open_a_file() {
  const int descriptor = open("/proc/self/exe", O_RDONLY);
  assert(descriptor < 30 && first_byte(descriptor) == 0x7f);
}

void read_a_stream() {
  std::ifstream stream("/proc/self/exe");
  assert(stream.get() == 0x7f);
}

void use_a_pipe() {
  int ends[2];
  assert(pipe(ends) == 0 && ends[1] < 30 && write(ends[1], "a", 1) == 1);
  assert(first_byte(ends[0]) == 'a');
}

void change_directory() {
  char before[4096];
  assert(getcwd(before, sizeof before) != nullptr && std::string(before) != "/");
  assert(chdir("/") == 0);
}

void map_memory(int kind) {
  constexpr int kAll = PROT_READ | PROT_WRITE;
  auto* bytes = static_cast<char*>(mmap(nullptr, 8192, kAll, MAP_ANONYMOUS | kind, -1, 0));
  assert(bytes != MAP_FAILED && bytes[8191] == 0);
  bytes[8191] = 1;
  munmap(bytes, 8192);
}

// At the same time, or one after the other.
void map_a_file(bool twice) {
  const int file = memfd_create("shared", 0);
  assert(ftruncate(file, 4096) == 0);
  void* const one = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (!twice) munmap(one, 4096);
  void* const other = mmap(nullptr, 4096, PROT_READ, MAP_SHARED, file, 0);
  assert(one != MAP_FAILED && other != MAP_FAILED);
}

void signal_oneself() {
  assert(signal(SIGUSR1, [](int) { handled = 1; }) == SIG_DFL);
  raise(SIGUSR1);
  assert(handled == 1);
}

void crash_with_a_handler() {
  signal(SIGSEGV, [](int) { _exit(0); });
  *reinterpret_cast<volatile int*>(8) = 1;
}

void act(const std::string& what) {
  if (what == "open") open_a_file();
  if (what == "stream") read_a_stream();
  if (what == "pipe") use_a_pipe();
  if (what == "chdir") change_directory();
  if (what == "private") map_memory(MAP_PRIVATE);
  if (what == "shared") map_memory(MAP_SHARED);
  if (what == "file") map_a_file(false);
  if (what == "file twice") map_a_file(true);
  if (what == "signal") signal_oneself();
  if (what == "sigpipe") signal(SIGPIPE, SIG_IGN);
  if (what == "segv") crash_with_a_handler();
  if (what == "system") assert(std::system("exit 3") == 3 << 8);
  if (what == "poll") assert(poll(nullptr, 0, 120) == 0);
  if (what == "kill") kill(getpid(), SIGKILL);
  if (what == "fork") fork();
}

}  // namespace

int main(int count, char** words) {
  std::thread other([] { number.store(1); });
  if (count > 1) act(words[1]);
  number.store(2);
  other.join();
}
