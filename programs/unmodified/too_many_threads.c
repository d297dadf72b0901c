// SPDX-License-Identifier: MIT
// The limit on threads: mcheck tells 256 apart, and 300 are started in turn.
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
