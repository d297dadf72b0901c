// SPDX-License-Identifier: MIT
// A self-deadlock: a thread asks for a mutex that it holds, and could be given it by nobody else.
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
