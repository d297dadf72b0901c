// SPDX-License-Identifier: MIT
// A crash: a write through a null pointer.
//
// Right form: null_write_right.c.
#include "late_set_up.h"

static void fault(void) {
  int* volatile nothing = NULL;
  *nothing = 1;
}

int main(void) { return set_up(0); }
