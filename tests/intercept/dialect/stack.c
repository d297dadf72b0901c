// SPDX-License-Identifier: MIT
// A stack of two places: push and pop read and write it in one step. WRONG: they read it before
// that step.
#include <pthread.h>

extern void abort(void);
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int top = 0, places[2];

int push(int number) {
  int done = 0;
#ifdef WRONG
  int at = top;
  __VERIFIER_atomic_begin();
#else
  __VERIFIER_atomic_begin();
  int at = top;
#endif
  if (at < 2) {
    places[at] = number;
    top = at + 1;
    done = 1;
  }
  __VERIFIER_atomic_end();
  return done;
}

void* push_one(void* unused) {
  push(1);
  return unused;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, push_one, 0);
  pthread_create(&other, 0, push_one, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  if (top != 2 || places[0] + places[1] != 2) reach_error();
  return 0;
}
