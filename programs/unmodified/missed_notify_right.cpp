// SPDX-License-Identifier: MIT
// Even an atomic flag that a thread waits for is set under the mutex, so that it cannot be set
// between the waiter's test and its wait.
//
// Wrong form: missed_notify.cpp.
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
  {
    const std::lock_guard lock(guard);
    ready.store(true);
  }
  changed.notify_one();
  waiter.join();
}
