// SPDX-License-Identifier: MIT
// A ring of two places with two semaphores, for free and full places: a place is counted as full
// after the item is written, and as free after it is read.
//
// Wrong form: semaphore_ring.c.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

enum { kPlaces = 2, kItems = 3 };

static sem_t free_places;
static sem_t full_places;
static int places[kPlaces];
static int sum = 0;

static void* produce(void* unused) {
  (void)unused;
  for (int i = 0; i < kItems; ++i) {
    sem_wait(&free_places);
    places[i % kPlaces] = i + 1;
    sem_post(&full_places);
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
  assert(sum == 6);
  int value = -1;
  sem_getvalue(&free_places, &value);
  assert(value == kPlaces);
  sem_destroy(&free_places);
  sem_destroy(&full_places);
  return 0;
}
