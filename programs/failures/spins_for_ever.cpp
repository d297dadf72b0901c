// SPDX-License-Identifier: MIT
// A livelock: a worker that starts too early spins on a flag that no thread will set.
#include "late_set_up.hpp"

namespace {

void fault() {
  mcheck::atomic<bool> permitted{false, "permitted"};
  while (!permitted.load()) mcheck::this_thread::yield();
}

}  // namespace

MCHECK_PROGRAM(spins_for_ever, "a worker that starts too early polls what nobody sets") {
  set_up_late(fault);
}

MCHECK_PROGRAM(spins_for_ever_right, "the same, set up before the worker starts") {
  set_up_first(fault);
}
