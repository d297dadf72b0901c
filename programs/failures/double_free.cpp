// SPDX-License-Identifier: MIT
// A block is freed twice.
#include "late_set_up.hpp"

namespace {

void fault() {
  int* volatile block = new int(1);
  delete block;
  delete block;
}

}  // namespace

MCHECK_PROGRAM(double_free, "a worker that starts too early frees a block twice") {
  set_up_late(fault);
}

MCHECK_PROGRAM(double_free_right, "the same, set up before the worker starts") {
  set_up_first(fault);
}
