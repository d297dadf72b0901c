// SPDX-License-Identifier: MIT
// Two threads each add the other's number to their own, twice: the largest value of either is 8.
// main asserts what holds in every order, or with WRONG what the worst order violates.
#include <assert.h>
#include <pthread.h>

extern void abort(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
void reach_error() { assert(0); }

enum { kTurns = 2 };
int i = 1, j = 1;

void* add_to_i(void* unused) {
  for (int k = 0; k < kTurns; k++) {
    __VERIFIER_atomic_begin();
    i += j;
    __VERIFIER_atomic_end();
  }
  return unused;
}

void* add_to_j(void* unused) {
  for (int k = 0; k < kTurns; k++) {
    __VERIFIER_atomic_begin();
    j += i;
    __VERIFIER_atomic_end();
  }
  return unused;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, add_to_i, 0);
  pthread_create(&other, 0, add_to_j, 0);
  __VERIFIER_atomic_begin();
#ifdef WRONG
  int reached = i >= 8 || j >= 8;
#else
  int reached = i > 8 || j > 8;
#endif
  __VERIFIER_atomic_end();
  if (reached) {
    reach_error();
    abort();
  }
  return 0;
}
