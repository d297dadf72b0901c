// SPDX-License-Identifier: MIT
// A self-deadlock: a thread locks a mutex that it already holds, and so waits for itself.
#include "late_set_up.hpp"

namespace {

void fault() {
  mcheck::mutex guard{"guard"};
  const mcheck::lock_guard first(guard);
  const mcheck::lock_guard second(guard);
}

}  // namespace

MCHECK_PROGRAM(self_deadlock, "a worker that starts too early locks what it has locked") {
  set_up_late(fault);
}

MCHECK_PROGRAM(self_deadlock_right, "the same, set up before the worker starts") {
  set_up_first(fault);
}
