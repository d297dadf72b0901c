// SPDX-License-Identifier: MIT
// A check that fails: mcheck::check(false, …).
#include "late_set_up.hpp"

namespace {

void fault() { mcheck::check(false, "the worker finds everything set up"); }

}  // namespace

MCHECK_PROGRAM(failed_check, "a worker that starts too early fails a check") { set_up_late(fault); }

MCHECK_PROGRAM(failed_check_right, "the same, set up before the worker starts") {
  set_up_first(fault);
}
