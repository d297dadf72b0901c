// SPDX-License-Identifier: MIT
// Two threads try to lock with a timeout, and retry: three tries each, which may be too few.
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

int main() {
  std::timed_mutex mutex;
  int count = 0;
  const auto work = [&] {
    for (int turn = 0; turn < 3; ++turn) {
      if (!mutex.try_lock_for(std::chrono::milliseconds(10))) continue;
      ++count;
      mutex.unlock();
      return;
    }
  };
  std::thread one(work);
  std::thread other(work);
  one.join();
  other.join();
  assert(count == 2);
}
