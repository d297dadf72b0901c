// SPDX-License-Identifier: MIT
// A crash: SIGABRT.
#include <cstdlib>

#include "late_set_up.hpp"

namespace {

void fault() { std::abort(); }

}  // namespace

MCHECK_PROGRAM(aborts, "a worker that starts too early aborts") { set_up_late(fault); }

MCHECK_PROGRAM(aborts_right, "the same, set up before the worker starts") { set_up_first(fault); }
