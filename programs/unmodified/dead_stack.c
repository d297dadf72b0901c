// SPDX-License-Identifier: MIT
// The worker returns the address of a local variable, whose lifetime ends with the thread.
//
// Right form: dead_stack_right.c.
#include <pthread.h>
#include <stddef.h>

static void* work(void* given) {
  volatile int sum = 0;
  for (int i = 0; i < *(int*)given; ++i) sum += i;
  volatile int* volatile escaped = &sum;
  return (void*)escaped;
}

int main(void) {
  int count = 3;
  pthread_t worker;
  pthread_create(&worker, NULL, work, &count);
  void* sum = NULL;
  pthread_join(worker, &sum);
  return *(int*)sum != 3;
}
