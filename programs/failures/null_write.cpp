// SPDX-License-Identifier: MIT
// A crash: SIGSEGV.
#include "late_set_up.hpp"

namespace {

void fault() {
  volatile int* volatile nowhere = nullptr;
  *nowhere = 1;
}

}  // namespace

MCHECK_PROGRAM(null_write, "a worker that starts too early writes to address 0") {
  set_up_late(fault);
}

MCHECK_PROGRAM(null_write_right, "the same, set up before the worker starts") {
  set_up_first(fault);
}
