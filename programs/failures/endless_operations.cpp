// SPDX-License-Identifier: MIT
// The step limit: an endless loop with an operation in each iteration. Other threads can run.
#include "late_set_up.hpp"

namespace {

void fault() {
  mcheck::atomic<unsigned> rounds{0, "rounds"};
  while (true) rounds.fetch_add(1);
}

}  // namespace

MCHECK_PROGRAM(endless_operations, "a worker that starts too early counts for ever") {
  set_up_late(fault);
}

MCHECK_PROGRAM(endless_operations_right, "the same, set up before the worker starts") {
  set_up_first(fault);
}
