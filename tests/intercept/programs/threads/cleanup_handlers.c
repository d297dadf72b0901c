// SPDX-License-Identifier: MIT
// The cleanup handlers of C, which no unwinder finds: the innermost runs first.
#include <assert.h>
#include <pthread.h>

static int order[2], steps;

static void note(void* step) { order[steps++] = *(int*)step; }

static void* end(void* unused) {
  int outer = 2, inner = 1;
  pthread_cleanup_push(note, &outer);
  pthread_cleanup_push(note, &inner);
  pthread_exit(unused);
  pthread_cleanup_pop(0);
  pthread_cleanup_pop(0);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, end, NULL);
  pthread_join(thread, NULL);
  assert(steps == 2 && order[0] == 1 && order[1] == 2);
  return 0;
}
