// SPDX-License-Identifier: MIT
// Peterson's algorithm; each thread reads both variables that it waits for in one step. WRONG: one
// thread does not set `turn`.
#include <pthread.h>

extern void abort(void);
extern void reach_error(void);

int wants[2] = {0, 0};
int turn = 0, inside = 0;

int __VERIFIER_atomic_may_enter(int self) { return !wants[1 - self] || turn == self; }

void __VERIFIER_atomic_enter(void) {
  inside++;
  if (inside != 1) reach_error();
}

void __VERIFIER_atomic_leave(void) { inside--; }

void* run(void* argument) {
  int self = argument != 0;
  wants[self] = 1;
#ifdef WRONG
  if (self == 0)
#endif
    turn = 1 - self;
  while (!__VERIFIER_atomic_may_enter(self)) {
  }
  __VERIFIER_atomic_enter();
  __VERIFIER_atomic_leave();
  wants[self] = 0;
  return 0;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, run, 0);
  pthread_create(&other, 0, run, &turn);
  pthread_join(one, 0);
  pthread_join(other, 0);
  return 0;
}
