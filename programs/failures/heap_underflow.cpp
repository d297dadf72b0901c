// SPDX-License-Identifier: MIT
// A write before the start of a block that is never freed, detected at the end of the execution.
#include "late_set_up.hpp"

namespace {

void fault() {
  static volatile char* volatile bytes = nullptr;
  bytes = new char[5]{};
  bytes[-1] = 1;
}

}  // namespace

MCHECK_PROGRAM(heap_underflow, "a worker that starts too early writes before a block") {
  set_up_late(fault);
}

MCHECK_PROGRAM(heap_underflow_right, "the same, set up before the worker starts") {
  set_up_first(fault);
}
