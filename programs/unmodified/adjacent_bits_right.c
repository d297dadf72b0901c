// SPDX-License-Identifier: MIT
// Bit-fields separated by one of width zero, and adjacent bytes, are separate memory locations,
// even within one word: there is no race.
//
// Wrong form: adjacent_bits.c.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static struct {
  unsigned char red : 4;
  unsigned char : 0;
  unsigned char green : 4;
  char bytes[2];
} lamp;

static void* set_red(void* unused) {
  (void)unused;
  lamp.red = 3;
  lamp.bytes[0] = 'r';
  return NULL;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, set_red, NULL);
  lamp.green = 5;
  lamp.bytes[1] = 'g';
  pthread_join(other, NULL);
  assert(lamp.red == 3 && lamp.green == 5);
  assert(lamp.bytes[0] == 'r' && lamp.bytes[1] == 'g');
  return 0;
}
