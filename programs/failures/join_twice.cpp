// SPDX-License-Identifier: MIT
// Misuse: a thread is joined twice.
#include "late_set_up.hpp"

namespace {

void fault() {
  mcheck::thread child([] {});
  child.join();
  child.join();
}

}  // namespace

MCHECK_PROGRAM(join_twice, "a worker that starts too early joins its child twice") {
  set_up_late(fault);
}

MCHECK_PROGRAM(join_twice_right, "the same, set up before the worker starts") {
  set_up_first(fault);
}
