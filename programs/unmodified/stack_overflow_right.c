// SPDX-License-Identifier: MIT
// The same as stack_overflow.c, but the worker starts after the set-up.
//
// Wrong form: stack_overflow.c.
#include "late_set_up.h"

static volatile int deep_enough;

__attribute__((noinline)) static int deeper(int depth) {
  volatile char room[1024];
  room[0] = (char)depth;
  return deep_enough ? depth : deeper(depth + 1) + room[0];
}

static void fault(void) { (void)deeper(0); }

int main(void) { return set_up(1); }
