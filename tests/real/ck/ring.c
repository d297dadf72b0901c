// SPDX-License-Identifier: MIT
// Concurrency Kit's ring: no entry is lost. -DMANY: two threads enqueue one entry each, by the
// functions for several producers; otherwise one enqueues two and the other dequeues them.
#include <ck_ring.h>
#include <pthread.h>

static ck_ring_t ring;
static ck_ring_buffer_t buffer[4];
static int values[2] = {1, 2};

#ifdef MANY
static void* put(void* value) {
  ck_ring_enqueue_mpsc(&ring, buffer, value);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  ck_ring_init(&ring, 4);
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, put, &values[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  void* value = 0;
  int sum = 0;
  while (ck_ring_dequeue_mpsc(&ring, buffer, &value)) sum += *(int*)value;
  return sum != 3;
}
#else
static void* put(void* unused) {
  for (int i = 0; i < 2; ++i) ck_ring_enqueue_spsc(&ring, buffer, &values[i]);
  return unused;
}

int main(void) {
  pthread_t thread;
  ck_ring_init(&ring, 4);
  pthread_create(&thread, 0, put, 0);
  int sum = 0;
  int wrong = 0;
  for (int i = 0; i < 2; ++i) {
    void* value = 0;
    if (!ck_ring_dequeue_spsc(&ring, buffer, &value)) continue;
    wrong |= *(int*)value != sum + 1;
    sum += *(int*)value;
  }
  pthread_join(thread, 0);
  return wrong;
}
#endif
