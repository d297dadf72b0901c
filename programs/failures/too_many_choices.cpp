// SPDX-License-Identifier: MIT
// The limit on choices: mcheck::choose accepts at most 10,000 values.
#include "late_set_up.hpp"

namespace {

void fault() { mcheck::check(mcheck::choose(20'000) >= 0, "a value that may be chosen"); }

}  // namespace

MCHECK_PROGRAM(too_many_choices, "a worker that starts too early chooses one of 20,000 values") {
  set_up_late(fault);
}

MCHECK_PROGRAM(too_many_choices_right, "the same, set up before the worker starts") {
  set_up_first(fault);
}
