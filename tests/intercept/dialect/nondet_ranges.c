// SPDX-License-Identifier: MIT
// Two threads add nondeterministic numbers: the sum is 3 if one of them adds 2 (WRONG), which takes
// the option
// --nondet 0..2.
#include <pthread.h>

extern void abort(void);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

int sum = 0;

void __VERIFIER_atomic_add(int number) { sum = sum + number; }

void* add(void* unused) {
  int number = __VERIFIER_nondet_int();
  __VERIFIER_assume(number < 2 || __VERIFIER_nondet_bool());
  __VERIFIER_atomic_add(number);
  return unused;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, add, 0);
  pthread_create(&other, 0, add, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
#ifdef WRONG
  if (sum == 3) reach_error();
#else
  if (sum > 4) reach_error();
#endif
  return 0;
}
