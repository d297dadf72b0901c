// SPDX-License-Identifier: MIT
// Misuse: a thread object that was neither joined nor detached is destroyed.
#include "late_set_up.hpp"

namespace {

void fault() {
  mcheck::thread child([] {});
}

}  // namespace

MCHECK_PROGRAM(thread_not_joined, "a worker that starts too early forgets to join its child") {
  set_up_late(fault);
}

MCHECK_PROGRAM(thread_not_joined_right, "the same, set up before the worker starts") {
  set_up_first(fault);
}
