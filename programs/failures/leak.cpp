// SPDX-License-Identifier: MIT
// No pointer to a block is left, and the block was not freed.
#include "late_set_up.hpp"

namespace {

void fault() {
  volatile int* volatile block = new int(1);
  *block = 2;
  block = nullptr;
}

}  // namespace

MCHECK_PROGRAM(leak, "a worker that starts too early loses a block") { set_up_late(fault); }

MCHECK_PROGRAM(leak_right, "the same, set up before the worker starts") { set_up_first(fault); }
