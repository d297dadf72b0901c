// SPDX-License-Identifier: MIT
// A crash: SIGFPE.
#include "late_set_up.hpp"

namespace {

void fault() {
  volatile int parts = 0;
  volatile int size = 100 / parts;
  static_cast<void>(size);
}

}  // namespace

MCHECK_PROGRAM(division_by_zero, "a worker that starts too early divides by 0") {
  set_up_late(fault);
}

MCHECK_PROGRAM(division_by_zero_right, "the same, set up before the worker starts") {
  set_up_first(fault);
}
