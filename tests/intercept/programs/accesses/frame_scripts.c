// SPDX-License-Identifier: MIT
// One thread for each argument, which is a script: '{' enters a function and '}' leaves it, 'p'
// publishes the address of the innermost function's variable, 'u' writes to the published address,
// 'f' is a fetch_add (acquire and release) on one atomic, '(' and ')' lock and unlock. The accesses
// to the address itself are relaxed, and order nothing.
#include <pthread.h>

#define MOST 8

static int* where;
static int flag;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static const char* scripts[MOST];

static void use(void) {
  int* const number = __atomic_load_n(&where, __ATOMIC_RELAXED);
  if (number != 0) *number = 1;
}

// All functions are this one, so that those of one depth have the same address.
__attribute__((noinline)) static void enter(const char** script) {
  int number;
  while (**script != 0) {
    switch (*(*script)++) {
      case '{': enter(script); break;
      case '}': return;
      case 'p': __atomic_store_n(&where, &number, __ATOMIC_RELAXED); break;
      case 'u': use(); break;
      case 'f': __atomic_fetch_add(&flag, 1, __ATOMIC_ACQ_REL); break;
      case '(': pthread_mutex_lock(&mutex); break;
      case ')': pthread_mutex_unlock(&mutex); break;
      default: return;
    }
  }
}

static void* follow(void* script) {
  enter(script);
  return 0;
}

int main(int count, char** words) {
  pthread_t threads[MOST];
  for (int i = 1; i < count; ++i) scripts[i] = words[i];
  for (int i = 1; i < count; ++i) pthread_create(&threads[i], 0, follow, &scripts[i]);
  for (int i = 1; i < count; ++i) pthread_join(threads[i], 0);
  return 0;
}
