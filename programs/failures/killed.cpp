// SPDX-License-Identifier: MIT
// The process is killed, as from outside: raise(SIGKILL).
#include <csignal>

#include "late_set_up.hpp"

namespace {

void fault() { std::raise(SIGKILL); }

}  // namespace

MCHECK_PROGRAM(killed, "a worker that starts too early is killed") { set_up_late(fault); }

MCHECK_PROGRAM(killed_right, "the same, set up before the worker starts") { set_up_first(fault); }
