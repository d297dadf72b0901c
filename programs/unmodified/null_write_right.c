// SPDX-License-Identifier: MIT
// The same as null_write.c, but the worker starts after the set-up.
//
// Wrong form: null_write.c.
#include "late_set_up.h"

static void fault(void) {
  int* volatile nothing = NULL;
  *nothing = 1;
}

int main(void) { return set_up(1); }
