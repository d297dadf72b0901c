// SPDX-License-Identifier: MIT
// Inline assembly that mcheck does not support: a vector store. Reached by a thread with -DREACHED.
#include <pthread.h>

static float numbers[4];
int reached;

static void fill(void) { __asm__ __volatile__("movups %%xmm0, %0" : "=m"(numbers) : : "memory"); }

static void* run(void* unused) {
  if (reached) fill();
  return unused;
}

int main(void) {
#ifdef REACHED
  reached = 1;
#endif
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  pthread_join(thread, 0);
  return 0;
}
