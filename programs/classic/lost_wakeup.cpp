// SPDX-License-Identifier: MIT
// Lost wake-up: the flag is looked at without the lock, and the notification comes in between.
//
// The waiter sees that nothing is ready; then the other thread makes it ready and notifies nobody;
// then the waiter goes to sleep, for ever.
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
