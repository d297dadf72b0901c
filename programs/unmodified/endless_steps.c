// SPDX-License-Identifier: MIT
// An infinite execution: a thread increments an atomic forever.
//
// Right form: endless_steps_right.c.
#include "late_set_up.h"

static atomic_uint rounds;

static void fault(void) {
  for (;;) atomic_fetch_add(&rounds, 1);
}

int main(void) { return set_up(0); }
