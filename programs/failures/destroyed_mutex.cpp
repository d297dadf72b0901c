// SPDX-License-Identifier: MIT
// A mutex is locked after its destruction.
#include "late_set_up.hpp"

namespace {

void fault() {
  auto* const guard = new mcheck::mutex("guard");
  guard->lock();
  guard->unlock();
  delete guard;
  guard->lock();
}

}  // namespace

MCHECK_PROGRAM(destroyed_mutex, "a worker that starts too early locks a mutex that has ended") {
  set_up_late(fault);
}

MCHECK_PROGRAM(destroyed_mutex_right, "the same, set up before the worker starts") {
  set_up_first(fault);
}
