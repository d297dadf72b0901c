// SPDX-License-Identifier: MIT
// A stack overflow: a recursion that does not end.
#include "late_set_up.hpp"

namespace {

// `deep_enough` is never true; the compiler does not know that.
[[gnu::noinline]] int deeper(const volatile bool& deep_enough, int depth) {
  volatile char room[1024];
  room[0] = static_cast<char>(depth);
  return deep_enough ? depth : deeper(deep_enough, depth + 1) + room[0];
}

void fault() {
  const volatile bool deep_enough = false;
  mcheck::check(deeper(deep_enough, 0) != 0, "the recursion ends");
}

}  // namespace

MCHECK_PROGRAM(stack_overflow, "a worker that starts too early recurses for ever") {
  set_up_late(fault);
}

MCHECK_PROGRAM(stack_overflow_right, "the same, set up before the worker starts") {
  set_up_first(fault);
}
