// SPDX-License-Identifier: MIT
// Misuse: a wait on a condition variable by a thread that does not hold the mutex.
#include <mutex>

#include "late_set_up.hpp"

namespace {

void fault() {
  mcheck::mutex guard{"guard"};
  mcheck::condition_variable changed{"changed"};
  std::unique_lock lock(guard, std::defer_lock);
  changed.wait(lock);
}

}  // namespace

MCHECK_PROGRAM(wait_without_lock, "a worker that starts too early waits without the lock") {
  set_up_late(fault);
}

MCHECK_PROGRAM(wait_without_lock_right, "the same, set up before the worker starts") {
  set_up_first(fault);
}
