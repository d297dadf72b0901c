// SPDX-License-Identifier: MIT
// Two threads use an object, the first argument, that lies between two numbers. Second argument:
// the dependency writes the number `before` or `behind` it, or, with `none`, neither.
#include <pthread.h>
#include <semaphore.h>
#include <string.h>

void bump_at(int* number);

#define BETWEEN(type, name) \
  static struct {           \
    int unused;             \
    int before;             \
    type object;            \
    int behind;             \
  } name

BETWEEN(pthread_mutex_t, mutex);
BETWEEN(pthread_cond_t, condition);
BETWEEN(pthread_rwlock_t, lock);
BETWEEN(sem_t, semaphore);
BETWEEN(pthread_barrier_t, barrier);
BETWEEN(pthread_spinlock_t, spin);
BETWEEN(pthread_once_t, once);
BETWEEN(long, atomic);

static const char* kind;
static int* number;

static void nothing(void) {}

static int is(const char* name, int* before, int* behind, const char* which) {
  if (strcmp(kind, name) != 0) return 0;
  if (strcmp(which, "before") == 0) number = before;
  if (strcmp(which, "behind") == 0) number = behind;
  return 1;
}
#define IS(name) is(#name, &name.before, &name.behind, which)

static void choose(const char* which) {
  (void)(IS(mutex) || IS(condition) || IS(lock) || IS(semaphore) || IS(barrier) || IS(spin) ||
         IS(once) || IS(atomic));
}

// The last step of one thread is not ordered before what the other does.
static void* use(void* unused) {
  switch (kind[0] + kind[1]) {
    case 'm' + 'u': pthread_mutex_trylock(&mutex.object); break;
    case 'c' + 'o': pthread_cond_signal(&condition.object); break;
    case 'l' + 'o': pthread_rwlock_rdlock(&lock.object); break;
    case 's' + 'e': sem_post(&semaphore.object); break;
    case 'b' + 'a': pthread_barrier_wait(&barrier.object); break;
    case 's' + 'p': pthread_spin_trylock(&spin.object); break;
    case 'o' + 'n': pthread_once(&once.object, nothing); break;
    default: __atomic_fetch_add(&atomic.object, 1, __ATOMIC_RELAXED); break;
  }
  if (number != 0) bump_at(number);
  return unused;
}

int main(int count, char** words) {
  if (count < 3) return 1;
  kind = words[1];
  choose(words[2]);
  sem_init(&semaphore.object, 0, 0);
  pthread_barrier_init(&barrier.object, 0, 2);
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, use, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return 0;
}
