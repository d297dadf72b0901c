// SPDX-License-Identifier: MIT
// The worker returns the address of a local variable of main, which still exists after the join.
//
// Wrong form: dead_stack.c.
#include <pthread.h>
#include <stddef.h>

static void* work(void* given) {
  int* const sum = given;
  const int count = *sum;
  *sum = 0;
  for (int i = 0; i < count; ++i) *sum += i;
  return sum;
}

int main(void) {
  int count = 3;
  pthread_t worker;
  pthread_create(&worker, NULL, work, &count);
  void* sum = NULL;
  pthread_join(worker, &sum);
  return *(int*)sum != 3;
}
