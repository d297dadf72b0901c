// SPDX-License-Identifier: MIT
// An array is freed as if it were one number.
#include "late_set_up.hpp"

namespace {

void fault() {
  int* const numbers = new int[4]{};
  int* volatile first = numbers;
  delete first;
}

}  // namespace

MCHECK_PROGRAM(mismatched_free, "a worker that starts too early gives an array back with delete") {
  set_up_late(fault);
}

MCHECK_PROGRAM(mismatched_free_right, "the same, set up before the worker starts") {
  set_up_first(fault);
}
