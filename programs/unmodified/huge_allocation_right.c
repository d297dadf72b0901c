// SPDX-License-Identifier: MIT
// The same as huge_allocation.c, but the worker starts after the set-up.
//
// Wrong form: huge_allocation.c.
#include <stdlib.h>

#include "late_set_up.h"

static void fault(void) {
  char* const bytes = malloc((size_t)1 << 30);
  if (bytes == NULL) abort();
  bytes[0] = 'x';
  free(bytes);
}

int main(void) { return set_up(1); }
