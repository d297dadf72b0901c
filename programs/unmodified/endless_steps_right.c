// SPDX-License-Identifier: MIT
// The same as endless_steps.c, but the worker starts after the set-up.
//
// Wrong form: endless_steps.c.
#include "late_set_up.h"

static atomic_uint rounds;

static void fault(void) {
  for (;;) atomic_fetch_add(&rounds, 1);
}

int main(void) { return set_up(1); }
