// SPDX-License-Identifier: MIT
// ABBA deadlock: two threads take the same two mutexes in opposite order.
//
// If each holds its first mutex, each waits forever for the one that the other holds.
//
// Right form: abba_deadlock_right.cpp.
#include <mcheck/mcheck.hpp>
#include <mutex>

MCHECK_PROGRAM(abba_deadlock, "two threads lock two mutexes in opposite order") {
  mcheck::mutex a{"a"};
  mcheck::mutex b{"b"};

  mcheck::thread first([&] {
    const std::lock_guard hold_a(a);
    const std::lock_guard hold_b(b);
  });
  mcheck::thread second([&] {
    const std::lock_guard hold_b(b);
    const std::lock_guard hold_a(a);
  });
  first.join();
  second.join();
}
