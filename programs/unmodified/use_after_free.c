// SPDX-License-Identifier: MIT
// The message is read and freed under the lock, but the pointer to it remains: a thread that comes
// later reads freed memory.
//
// Right form: use_after_free_right.c.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int* message;

static void* last_reader(void* unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  free(message);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  message = malloc(sizeof *message);
  *message = 1;
  pthread_t reader;
  pthread_create(&reader, NULL, last_reader, NULL);
  int sum = 0;
  pthread_mutex_lock(&lock);
  if (message != NULL) sum += *message;
  pthread_mutex_unlock(&lock);
  pthread_join(reader, NULL);
  return sum > 1;
}
