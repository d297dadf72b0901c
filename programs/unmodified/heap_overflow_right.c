// SPDX-License-Identifier: MIT
// Two threads share three places. Each takes a number, and then tests whether it is in range.
//
// Wrong form: heap_overflow.c.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { kPlaces = 3 };

static char* places;
static atomic_int taken;

static void* fill(void* mark) {
  for (int i = 0; i < 2; ++i) {
    const int mine = atomic_fetch_add(&taken, 1);
    if (mine >= kPlaces) break;
    places[mine] = *(char*)mark;
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
