// SPDX-License-Identifier: MIT
// An allocation of 1 GB, more than a thread of a checked program may allocate: std::bad_alloc.
#include <vector>

#include "late_set_up.hpp"

namespace {

void fault() {
  std::vector<char> bytes(std::size_t{1} << 30, 'x');
  mcheck::check(bytes.back() == 'x', "the last byte is written");
}

}  // namespace

MCHECK_PROGRAM(huge_allocation, "a worker that starts too early asks for 1 GB") {
  set_up_late(fault);
}

MCHECK_PROGRAM(huge_allocation_right, "the same, set up before the worker starts") {
  set_up_first(fault);
}
