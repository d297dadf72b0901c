// SPDX-License-Identifier: MIT
// Two threads share three places. Each tests whether one is left, and then takes the next: both
// see the last one, and one of them writes past the end of the block.
//
// Right form: heap_overflow_right.c.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { kPlaces = 3 };

static char* places;
static atomic_int taken;

static void* fill(void* mark) {
  for (int i = 0; i < 2; ++i) {
    if (atomic_load(&taken) == kPlaces) break;
    places[atomic_fetch_add(&taken, 1)] = *(char*)mark;
  }
  return NULL;
}

int main(void) {
  places = malloc(kPlaces);
  char marks[] = {'a', 'b'};
  pthread_t one, two;
  pthread_create(&one, NULL, fill, &marks[0]);
  pthread_create(&two, NULL, fill, &marks[1]);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  free(places);
  return 0;
}
