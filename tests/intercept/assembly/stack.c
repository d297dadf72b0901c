// SPDX-License-Identifier: MIT
// Two threads push by cmpxchg; each counts its push in both halves of 16 bytes by cmpxchg16b.
// -DLOCK='""' removes the prefixes.
#include <pthread.h>
#include <stdint.h>

#ifndef LOCK
#define LOCK "lock "
#endif

typedef struct Node {
  struct Node* next;
} Node;

static Node nodes[2];
static Node* top;
static uint64_t pair[2] __attribute__((aligned(16)));

static void push(Node* node) {
  unsigned char done;
  do {
    Node* seen;
    __asm__ __volatile__("movq %1, %0" : "=r"(seen) : "m"(top) : "memory");
    node->next = seen;
    __asm__ __volatile__(LOCK "cmpxchgq %3, %0\n\tsete %1"
                         : "+m"(top), "=q"(done), "+a"(seen)
                         : "r"(node)
                         : "memory", "cc");
  } while (!done);
}

static void count(void) {
  uint64_t low = 0, high = 0;
  unsigned char done;
  do {
    __asm__ __volatile__(LOCK "cmpxchg16b %0; sete %1"
                         : "+m"(pair), "=q"(done), "+a"(low), "+d"(high)
                         : "b"(low + 1), "c"(high + 2)
                         : "memory", "cc");
  } while (!done);
}

static void* run(void* node) {
  push(node);
  count();
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, run, &nodes[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  int found = 0;
  for (const Node* node = top; node != 0; node = node->next) ++found;
  return found != 2 || pair[0] != 2 || pair[1] != 4;
}
