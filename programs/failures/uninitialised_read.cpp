// SPDX-License-Identifier: MIT
// A read of plain data that no thread has written.
#include "late_set_up.hpp"

namespace {

void fault() {
  mcheck::shared<int> number;
  mcheck::check(number.read() >= 0 || true, "any number");
}

}  // namespace

MCHECK_PROGRAM(uninitialised_read, "a worker that starts too early reads what was never written") {
  set_up_late(fault);
}

MCHECK_PROGRAM(uninitialised_read_right, "the same, set up before the worker starts") {
  set_up_first(fault);
}
