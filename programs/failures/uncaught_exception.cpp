// SPDX-License-Identifier: MIT
// An exception that leaves a thread. The report shows its type and its text.
#include <stdexcept>

#include "late_set_up.hpp"

namespace {

void fault() { throw std::runtime_error("nothing is set up"); }

}  // namespace

MCHECK_PROGRAM(uncaught_exception, "a worker that starts too early throws, and nobody catches") {
  set_up_late(fault);
}

MCHECK_PROGRAM(uncaught_exception_right, "the same, set up before the worker starts") {
  set_up_first(fault);
}
