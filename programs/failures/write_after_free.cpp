// SPDX-License-Identifier: MIT
// A write to a freed block, detected at the end of the execution.
#include "late_set_up.hpp"

namespace {

void fault() {
  volatile int* volatile block = new int(1);
  delete block;
  *block = 2;
}

}  // namespace

MCHECK_PROGRAM(write_after_free, "a worker that starts too early writes to what it has freed") {
  set_up_late(fault);
}

MCHECK_PROGRAM(write_after_free_right, "the same, set up before the worker starts") {
  set_up_first(fault);
}
