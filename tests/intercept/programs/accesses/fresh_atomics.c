// SPDX-License-Identifier: MIT
// Atomics in memory from malloc(), with and without an initial value; selected by argument.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct item {
  atomic_int count;
  atomic_uchar flag;
  atomic_long sum;
  int plain;
};

static struct item* item;

static void load(void) { (void)atomic_load(&item->count); }
static void add(void) { atomic_fetch_add(&item->sum, 1); }
static void change(void) { (void)atomic_exchange(&item->count, 1); }
static void compare(void) {
  int expected = 0;
  (void)atomic_compare_exchange_strong(&item->count, &expected, 1);
}
static void neighbour(void) {
  atomic_store(&item->count, 1);
  (void)atomic_load(&item->sum);
}
static void reused(void) {
  atomic_store(&item->count, 1);
  free(item);
  item = malloc(sizeof *item);
  (void)atomic_load(&item->count);
}
static void grown(void) {
  memset(item, 0, sizeof *item);
  item = realloc(item, 2 * sizeof *item);
  (void)atomic_load(&item[1].count);
}

// Uninstrumented code may have written a byte.
static void small(void) { (void)atomic_load(&item->flag); }
static void stored(void) {
  atomic_store(&item->count, 1);
  (void)atomic_load(&item->count);
}
static void initialised(void) {
  atomic_init(&item->count, 1);
  (void)atomic_load(&item->count);
}
static void cleared(void) {
  memset(item, 0, sizeof *item);
  atomic_fetch_add(&item->sum, 1);
}
static void looks_fresh(void) {
  memset(item, 0xa5, sizeof *item);
  (void)atomic_load(&item->count);
}
static void copied(void) {
  const struct item other = {.sum = 5};
  memcpy(item, &other, sizeof other);
  (void)atomic_load(&item->sum);
}
static void made_zero(void) {
  free(item);
  item = calloc(1, sizeof *item);
  atomic_fetch_add(&item->sum, 1);
}

static void* store(void* unused) {
  atomic_store(&item->count, 3);
  return unused;
}
static void by_another(void) {
  pthread_t other;
  pthread_create(&other, NULL, store, NULL);
  pthread_join(other, NULL);
  (void)atomic_load(&item->count);
}
static void maybe_by_another(void) {
  pthread_t other;
  pthread_create(&other, NULL, store, NULL);
  (void)atomic_load(&item->count);
  pthread_join(other, NULL);
}

int main(int count, char** words) {
  static const struct {
    const char* word;
    void (*run)(void);
  } cases[] = {{"load", load},
              {"add", add},
              {"change", change},
              {"compare", compare},
              {"neighbour", neighbour},
              {"reused", reused},
              {"grown", grown},
              {"maybe by another", maybe_by_another},
              {"small", small},
              {"stored", stored},
              {"initialised", initialised},
              {"cleared", cleared},
              {"looks fresh", looks_fresh},
              {"copied", copied},
              {"made zero", made_zero},
              {"by another", by_another}};
  item = malloc(sizeof *item);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
    if (count > 1 && strcmp(words[1], cases[i].word) == 0) cases[i].run();
  }
  free(item);
  return 0;
}
