// SPDX-License-Identifier: MIT
// Lost wake-up: a thread tests the flag without the lock, and is notified before it waits.
//
// The waiter sees that the flag is not set; then the other thread sets it and notifies, while no
// thread waits; then the waiter waits, forever.
//
// Right form: lost_wakeup_right.cpp.
#include <mcheck/mcheck.hpp>
#include <mutex>

MCHECK_PROGRAM(lost_wakeup, "a flag is looked at without the lock, then waited for") {
  mcheck::mutex guard{"guard"};
  mcheck::condition_variable changed{"changed"};
  mcheck::atomic<bool> ready{false, "ready"};

  mcheck::thread waiter([&] {
    if (!ready.load()) {
      std::unique_lock lock(guard);
      changed.wait(lock);
    }
  });
  ready.store(true);
  changed.notify_one();
  waiter.join();
}
