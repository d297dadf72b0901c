// SPDX-License-Identifier: MIT
// A ring of one place with two semaphores, for free and full places. The producer counts the place
// as full before it writes the item: the consumer may read while the producer writes.
//
// Right form: semaphore_ring_right.c.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

enum { kPlaces = 1, kItems = 2 };

static sem_t free_places;
static sem_t full_places;
static int places[kPlaces];
static int sum = 0;

static void* produce(void* unused) {
  (void)unused;
  for (int i = 0; i < kItems; ++i) {
    sem_wait(&free_places);
    sem_post(&full_places);
    places[i % kPlaces] = i + 1;
  }
  return NULL;
}

int main(void) {
  sem_init(&free_places, 0, kPlaces);
  sem_init(&full_places, 0, 0);
  pthread_t producer;
  pthread_create(&producer, NULL, produce, NULL);
  for (int i = 0; i < kItems; ++i) {
    sem_wait(&full_places);
    sum += places[i % kPlaces];
    sem_post(&free_places);
  }
  pthread_join(producer, NULL);
  assert(sum == 3);
  return 0;
}
