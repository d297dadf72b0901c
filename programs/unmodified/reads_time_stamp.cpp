// SPDX-License-Identifier: MIT
// Not repeatable: a thread stores the processor's time stamp, which it reads without a library
// call, so that mcheck cannot replace the value.
//
// Right form: reads_time_stamp_right.cpp.
#include <atomic>
#include <cassert>
#include <thread>

#include <x86intrin.h>

int main() {
  std::atomic<unsigned long long> last{0};
  std::thread worker([&] { last = __rdtsc(); });
  last = __rdtsc();
  worker.join();
  assert(last != 0);
}
