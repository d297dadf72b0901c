// SPDX-License-Identifier: MIT
// The process exits in the middle of an execution, without calling a handler: _exit(3).
#include <unistd.h>

#include "late_set_up.hpp"

namespace {

void fault() { _exit(3); }

}  // namespace

MCHECK_PROGRAM(exits_at_once, "a worker that starts too early ends the process at once") {
  set_up_late(fault);
}

MCHECK_PROGRAM(exits_at_once_right, "the same, set up before the worker starts") {
  set_up_first(fault);
}
