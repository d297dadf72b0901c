// SPDX-License-Identifier: MIT
// A hang: a loop that never reaches an operation, so that no other thread can run.
#include "late_set_up.hpp"

namespace {

void fault() {
  volatile bool done = false;
  while (!done) {
  }
}

}  // namespace

MCHECK_PROGRAM(endless_loop, "a worker that starts too early computes for ever") {
  set_up_late(fault);
}

MCHECK_PROGRAM(endless_loop_right, "the same, set up before the worker starts") {
  set_up_first(fault);
}
