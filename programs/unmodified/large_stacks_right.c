// SPDX-License-Identifier: MIT
// Threads that use most of their stacks: of 8 MiB, the default of the system, and of a size that an
// attribute sets.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int sum;
static atomic_int tickets;
static atomic_int seen;

#define USE(bytes)                                                  \
  volatile char frame[bytes];                                       \
  frame[4095] = (char)atomic_fetch_add(&tickets, 1);                \
  for (size_t at = 0; at < sizeof frame; at += 4096) frame[at] = 1; \
  for (size_t at = 0; at < sizeof frame; at += sizeof frame / 2) {  \
    atomic_fetch_add(&sum, frame[at]);                              \
  }                                                                 \
  atomic_fetch_add(&seen, 1 + frame[4095]);

static void* six(void* unused) {
  USE(6 << 20)
  return unused;
}

static void* forty(void* unused) {
  USE(40 << 20)
  return unused;
}

int main(void) {
  pthread_attr_t large;
  pthread_attr_init(&large);
  pthread_attr_setstacksize(&large, 48 << 20);
  pthread_t first;
  pthread_t second;
  pthread_create(&first, NULL, six, NULL);
  pthread_create(&second, &large, forty, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  pthread_attr_destroy(&large);
  return atomic_load(&sum) == 4 && atomic_load(&seen) == 3 ? 0 : 1;
}
