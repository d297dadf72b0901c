// SPDX-License-Identifier: MIT
// Two threads try to lock with a timeout, and retry until they succeed.
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

int main() {
  std::timed_mutex mutex;
  int count = 0;
  const auto work = [&] {
    while (!mutex.try_lock_for(std::chrono::milliseconds(10))) {
    }
    ++count;
    mutex.unlock();
  };
  std::thread one(work);
  std::thread other(work);
  one.join();
  other.join();
  assert(count == 2);
}
