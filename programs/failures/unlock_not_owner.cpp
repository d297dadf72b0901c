// SPDX-License-Identifier: MIT
// Misuse: a mutex is unlocked by a thread that does not hold it.
#include "late_set_up.hpp"

namespace {

void fault() {
  mcheck::mutex guard{"guard"};
  guard.unlock();
}

}  // namespace

MCHECK_PROGRAM(unlock_not_owner, "a worker that starts too early unlocks what it does not hold") {
  set_up_late(fault);
}

MCHECK_PROGRAM(unlock_not_owner_right, "the same, set up before the worker starts") {
  set_up_first(fault);
}
