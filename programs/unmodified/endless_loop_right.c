// SPDX-License-Identifier: MIT
// The same as endless_loop.c, but the worker starts after the set-up.
//
// Wrong form: endless_loop.c.
#include "late_set_up.h"

static void fault(void) {
  for (volatile unsigned n = 0;; ++n) {
  }
}

int main(void) { return set_up(1); }
