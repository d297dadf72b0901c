// SPDX-License-Identifier: MIT
// ABBA deadlock, repaired: both threads lock `a` before `b`, so the holder of `b` never waits.
//
// Wrong form: abba_deadlock.cpp.
#include <mcheck/mcheck.hpp>
#include <mutex>

MCHECK_PROGRAM(abba_deadlock_right, "two threads lock two mutexes in one order") {
  mcheck::mutex a{"a"};
  mcheck::mutex b{"b"};
  const auto use_both = [&] {
    const std::lock_guard hold_a(a);
    const std::lock_guard hold_b(b);
  };

  mcheck::thread first(use_both);
  mcheck::thread second(use_both);
  first.join();
  second.join();
}
