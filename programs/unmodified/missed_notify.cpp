// SPDX-License-Identifier: MIT
// The flag is atomic, so it is set without the mutex. The waiter finds it unset, and is preempted
// before it waits; main sets it and notifies, while no thread waits; the waiter waits forever.
//
// Right form: missed_notify_right.cpp.
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

int main() {
  std::mutex guard;
  std::condition_variable changed;
  std::atomic<bool> ready{false};

  std::thread waiter([&] {
    std::unique_lock lock(guard);
    changed.wait(lock, [&] { return ready.load(); });
  });
  ready.store(true);
  changed.notify_one();
  waiter.join();
}
