// SPDX-License-Identifier: MIT
// A stack overflow: a recursion that does not end. The stack ends in a hook, in the engine's code.
//
// Right form: stack_overflow_right.c.
#include "late_set_up.h"

static volatile int deep_enough;

__attribute__((noinline)) static int deeper(int depth) {
  volatile char room[1024];
  room[0] = (char)depth;
  return deep_enough ? depth : deeper(depth + 1) + room[0];
}

static void fault(void) { (void)deeper(0); }

int main(void) { return set_up(0); }
