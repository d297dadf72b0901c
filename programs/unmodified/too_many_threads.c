// SPDX-License-Identifier: MIT
// The limit on threads: mcheck supports 256, and the worker starts 300, one after another.
//
// Right form: too_many_threads_right.c.
#include "late_set_up.h"

static void* nothing(void* unused) { return unused; }

static void fault(void) {
  for (int i = 0; i < 300; ++i) {
    pthread_t thread;
    pthread_create(&thread, NULL, nothing, NULL);
    pthread_join(thread, NULL);
  }
}

int main(void) { return set_up(0); }
