// SPDX-License-Identifier: MIT
// As many steps as the first argument says; between any two consecutive steps 16 MB of globals may
// have changed.
#include <pthread.h>
#include <stdlib.h>

char large[16 << 20];
static int number;

static void* add(void* times) {
  for (long i = 0; i < (long)times; ++i) __atomic_fetch_add(&number, 1, __ATOMIC_SEQ_CST);
  return 0;
}

int main(int count, char** words) {
  large[count] = 1;
  pthread_t thread;
  pthread_create(&thread, 0, add, (void*)atol(words[1]));
  pthread_join(thread, 0);
  return 0;
}
