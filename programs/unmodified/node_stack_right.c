// SPDX-License-Identifier: MIT
// Treiber's stack whose nodes are neither freed nor reused while a thread might read them: they are
// in an array. So there is no use after free, and no ABA problem.
//
// Wrong form: node_stack.c.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct Node {
  struct Node* next;
  int value;
};

static struct Node nodes[3];
static _Atomic(struct Node*) head;
static atomic_int sum;

static void push(struct Node* node, int value) {
  node->value = value;
  struct Node* first = atomic_load(&head);
  do {
    node->next = first;
  } while (!atomic_compare_exchange_strong(&head, &first, node));
}

static bool take_one(void) {
  struct Node* first = atomic_load(&head);
  while (first != NULL && !atomic_compare_exchange_strong(&head, &first, first->next)) {
  }
  if (first == NULL) return false;
  atomic_fetch_add(&sum, first->value);
  return true;
}

static void* take(void* unused) {
  (void)unused;
  take_one();
  return NULL;
}

int main(void) {
  push(&nodes[0], 1);
  pthread_t one, two;
  pthread_create(&one, NULL, take, NULL);
  pthread_create(&two, NULL, take, NULL);
  push(&nodes[1], 2);
  push(&nodes[2], 4);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  while (take_one()) {
  }
  assert(atomic_load(&sum) == 7);
  return 0;
}
