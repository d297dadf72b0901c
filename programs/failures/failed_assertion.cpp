// SPDX-License-Identifier: MIT
// An assertion that fails. NDEBUG would remove it, and mcheck could not check it.
#include <cassert>

#include "late_set_up.hpp"

namespace {

void fault() {
  const bool set_up = false;
  assert(set_up);
}

}  // namespace

MCHECK_PROGRAM(failed_assertion, "a worker that starts too early fails an assertion") {
  set_up_late(fault);
}

MCHECK_PROGRAM(failed_assertion_right, "the same, set up before the worker starts") {
  set_up_first(fault);
}
