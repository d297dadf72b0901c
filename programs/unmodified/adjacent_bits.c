// SPDX-License-Identifier: MIT
// Two adjacent bit-fields are one memory location: a write to one also reads and writes the other,
// so two threads that set one each race, and one of the two writes may be lost.
//
// Right form: adjacent_bits_right.c.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static struct {
  unsigned red : 4;
  unsigned green : 4;
} lamp;

static void* set_red(void* unused) {
  (void)unused;
  lamp.red = 3;
  return NULL;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, set_red, NULL);
  lamp.green = 5;
  pthread_join(other, NULL);
  assert(lamp.red == 3 && lamp.green == 5);
  return 0;
}
