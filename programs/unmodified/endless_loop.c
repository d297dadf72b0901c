// SPDX-License-Identifier: MIT
// A hang: a thread computes forever, and never reaches an operation.
//
// Right form: endless_loop_right.c.
#include "late_set_up.h"

static void fault(void) {
  for (volatile unsigned n = 0;; ++n) {
  }
}

int main(void) { return set_up(0); }
