// SPDX-License-Identifier: MIT
// Repeatable: a thread stores the time of a clock that mcheck provides.
//
// Wrong form: reads_time_stamp.cpp.
#include <atomic>
#include <cassert>
#include <chrono>
#include <thread>

int main() {
  const auto now = [] { return std::chrono::steady_clock::now().time_since_epoch().count(); };
  std::atomic<long long> last{-1};
  std::thread worker([&] { last = now(); });
  last = now();
  worker.join();
  assert(last >= 0);
}
