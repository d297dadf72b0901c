// SPDX-License-Identifier: MIT
// The limit on threads: mcheck supports 256, and main is one of them.
#include "late_set_up.hpp"

namespace {

void fault() {
  for (int i = 0; i < 300; ++i) mcheck::thread([] {}).join();
}

}  // namespace

MCHECK_PROGRAM(too_many_threads, "a worker that starts too early starts 300 threads in turn") {
  set_up_late(fault);
}

MCHECK_PROGRAM(too_many_threads_right, "the same, set up before the worker starts") {
  set_up_first(fault);
}
