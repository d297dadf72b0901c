// SPDX-License-Identifier: MIT
// The limit on the heap: a thread may allocate 512 MiB under mcheck, and requests 1 GiB.
//
// Right form: huge_allocation_right.c.
#include <stdlib.h>

#include "late_set_up.h"

static void fault(void) {
  char* const bytes = malloc((size_t)1 << 30);
  if (bytes == NULL) abort();
  bytes[0] = 'x';
  free(bytes);
}

int main(void) { return set_up(0); }
