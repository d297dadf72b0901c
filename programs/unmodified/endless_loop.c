// SPDX-License-Identifier: MIT
// A hang: a thread computes for ever, and comes to no operation.
//
// Right form: endless_loop_right.c.
#include "late_set_up.h"

static void fault(void) {
  for (volatile unsigned n = 0;; ++n) {
  }
}

int main(void) { return set_up(0); }
