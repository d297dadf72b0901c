// SPDX-License-Identifier: MIT
// Lost wake-up, repaired: the test of the flag and the wait are one step under the lock, and the
// flag changes under the same lock. The loop also handles spurious wake-ups.
//
// Wrong form: lost_wakeup.cpp.
#include <mcheck/mcheck.hpp>
#include <mutex>

MCHECK_PROGRAM(lost_wakeup_right, "a flag is looked at and waited for under the lock") {
  mcheck::mutex guard{"guard"};
  mcheck::condition_variable changed{"changed"};
  mcheck::shared<bool> ready{false, "ready"};

  mcheck::thread waiter([&] {
    std::unique_lock lock(guard);
    while (!ready) changed.wait(lock);
  });
  {
    const std::lock_guard lock(guard);
    ready = true;
  }
  changed.notify_one();
  waiter.join();
}
