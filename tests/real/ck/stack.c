// SPDX-License-Identifier: MIT
// Concurrency Kit's lock-free stack: two threads push, one of them pops (cmpxchg16b). Afterwards
// the entry that was not popped is still there.
#include <ck_stack.h>
#include <pthread.h>

static ck_stack_t stack = CK_STACK_INITIALIZER;
static ck_stack_entry_t entries[2];
static ck_stack_entry_t* popped;

static void* push(void* unused) {
  ck_stack_push_mpmc(&stack, &entries[0]);
  return unused;
}

static void* push_and_pop(void* unused) {
  ck_stack_push_mpmc(&stack, &entries[1]);
  popped = ck_stack_pop_mpmc(&stack);
  return unused;
}

int main(void) {
  pthread_t first, second;
  ck_stack_init(&stack);
  pthread_create(&first, 0, push, 0);
  pthread_create(&second, 0, push_and_pop, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  int left = 0;
  while (ck_stack_pop_mpmc(&stack) != NULL) ++left;
  return left != 1 || popped == NULL;
}
