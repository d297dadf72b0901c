// SPDX-License-Identifier: MIT
// Treiber's stack whose nodes are freed as soon as they are taken. One thread reads the head and is
// preempted; the other takes that node and frees it; the first then reads the link of a freed
// node.
//
// Right form: node_stack_right.c.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

struct Node {
  struct Node* next;
  int value;
};

static _Atomic(struct Node*) head;
static atomic_int sum;

static void push(int value) {
  struct Node* const node = malloc(sizeof(struct Node));
  node->value = value;
  struct Node* first = atomic_load(&head);
  do {
    node->next = first;
  } while (!atomic_compare_exchange_strong(&head, &first, node));
}

static void* take_one(void* unused) {
  (void)unused;
  struct Node* first = atomic_load(&head);
  while (first != NULL && !atomic_compare_exchange_strong(&head, &first, first->next)) {
  }
  if (first == NULL) return NULL;
  atomic_fetch_add(&sum, first->value);
  free(first);
  return NULL;
}

int main(void) {
  push(1);
  push(2);
  pthread_t one, two;
  pthread_create(&one, NULL, take_one, NULL);
  pthread_create(&two, NULL, take_one, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(atomic_load(&sum) == 3);
  return 0;
}
