// SPDX-License-Identifier: MIT
// The unmodified program that tests/benchmark/figures.cpp measures. It reads its processor time by
// a system call of its own, since clocks are virtual under mcheck, and reports without the C
// library.
//
//   subject WHAT TIMES      reports the ns of this many operations, in each execution
//   subject beside TIMES    the same for additions while another thread is enabled: reports only if
//                           that thread has not run yet
//   subject adds TIMES      three threads, each adds to one variable this many times
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
  // Not a global: those are all restored between executions.
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

// The same as `families --test rmw -- 3 TIMES`, by the other front end.
void additions(long times) {
  const auto work = [=] { atomics(times); };
  std::thread one(work);
  std::thread two(work);
  std::thread three(work);
  one.join();
  two.join();
  three.join();
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

// As a line of a JSON report, which tests/benchmark/child.cpp reads.
void report_ns(long ns) {
  char text[48];
  const int size = std::snprintf(text, sizeof text, "\n  \"ns\": %ld,\n", ns);
  call(SYS_write, 9, text, size);
}

void atomics_beside_thread(long times) {
  std::atomic<bool> finished = false;
  std::thread other([&] { finished = true; });
  atomics(times / 10);
  const long begin = nanoseconds();
  atomics(times);
  const long took = nanoseconds() - begin;
  if (!finished) report_ns(took);
  other.join();
}

}  // namespace

int main(int, char** words) {
  const std::string what = words[1];
  const long times = std::atol(words[2]);
  if (what == "adds" || what == "beside") {
    what == "adds" ? additions(times) : atomics_beside_thread(times);
    return 0;
  }
  constexpr std::pair<const char*, void (*)(long)> kAll[] = {{"reads", reads},
                                                             {"writes", writes},
                                                             {"sweeps", sweeps},
                                                             {"atomics", atomics},
                                                             {"locks", locks}};
  for (const auto& [name, run] : kAll) {
    if (what != name) continue;
    run(times / 10);  // warm-up: the first access registers the memory
    const long begin = nanoseconds();
    run(times);
    report_ns(nanoseconds() - begin);
  }
}
