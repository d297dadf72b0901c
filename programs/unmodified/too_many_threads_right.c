// SPDX-License-Identifier: MIT
// The same as too_many_threads.c, but the worker starts after the set-up.
//
// Wrong form: too_many_threads.c.
#include "late_set_up.h"

static void* nothing(void* unused) { return unused; }

static void fault(void) {
  for (int i = 0; i < 300; ++i) {
    pthread_t thread;
    pthread_create(&thread, NULL, nothing, NULL);
    pthread_join(thread, NULL);
  }
}

int main(void) { return set_up(1); }
