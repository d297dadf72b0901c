// SPDX-License-Identifier: MIT
// Misuse: a mutex is destroyed while a thread holds it.
#include "late_set_up.hpp"

namespace {

void fault() {
  mcheck::mutex guard{"guard"};
  guard.lock();
}

}  // namespace

MCHECK_PROGRAM(destroy_locked, "a worker that starts too early forgets a locked mutex") {
  set_up_late(fault);
}

MCHECK_PROGRAM(destroy_locked_right, "the same, set up before the worker starts") {
  set_up_first(fault);
}
