// SPDX-License-Identifier: MIT
// A deadlock: the worker waits for a permit that no thread releases, and main for the worker.
#include "late_set_up.hpp"

namespace {

void fault() {
  mcheck::binary_semaphore permit{0, "permit"};
  permit.acquire();
}

}  // namespace

MCHECK_PROGRAM(deadlock, "a worker that starts too early waits for ever, and main for it") {
  set_up_late(fault);
}

MCHECK_PROGRAM(deadlock_right, "the same, set up before the worker starts") { set_up_first(fault); }
