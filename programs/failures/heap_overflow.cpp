// SPDX-License-Identifier: MIT
// A write past the end of a block, detected when the block is freed.
#include "late_set_up.hpp"

namespace {

void fault() {
  volatile char* volatile bytes = new char[5]{};
  bytes[5] = 1;
  delete[] bytes;
}

}  // namespace

MCHECK_PROGRAM(heap_overflow, "a worker that starts too early writes behind a block") {
  set_up_late(fault);
}

MCHECK_PROGRAM(heap_overflow_right, "the same, set up before the worker starts") {
  set_up_first(fault);
}
