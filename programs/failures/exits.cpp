// SPDX-License-Identifier: MIT
// The process exits in the middle of an execution, and reports success: exit(0).
#include <cstdlib>

#include "late_set_up.hpp"

namespace {

void fault() { std::exit(0); }

}  // namespace

MCHECK_PROGRAM(exits, "a worker that starts too early ends the process") { set_up_late(fault); }

MCHECK_PROGRAM(exits_right, "the same, set up before the worker starts") { set_up_first(fault); }
