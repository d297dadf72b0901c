// SPDX-License-Identifier: MIT
// Two threads that follow scripts, one for each: a digit is a write to that variable by the
// dependency; 'x', 'y' or 'z' one by this file; 'h' one to a block on the heap; 's' a call that
// shares nothing; '(' and ')' lock and unlock. 'b' writes the thread's own byte, and has the
// dependency write the number that follows the bytes of both threads.
#include <pthread.h>
#include <stdlib.h>

extern int shared[3];
extern int* on_heap;
void bump(int which);
void bump_at(int* number);
void bump_heap(void);
int squared(int number);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static struct {
  char of_thread[4];
  int number;
} beside __attribute__((aligned(8)));

static void* follow(void* script) {
  static int threads;
  char* const own = &beside.of_thread[__atomic_fetch_add(&threads, 1, __ATOMIC_RELAXED)];
  for (const char* at = script; *at != 0; ++at) {
    if (*at == '(') pthread_mutex_lock(&mutex);
    if (*at == ')') pthread_mutex_unlock(&mutex);
    if (*at == 'h') bump_heap();
    if (*at == 'b') ++*own, bump_at(&beside.number);
    if (*at >= 'x' && *at <= 'z') shared[*at - 'x']++;
    if (*at == 's' && squared(3) != 9) return 0;
    if (*at >= '0' && *at <= '2') bump(*at - '0');
  }
  return 0;
}

int main(int count, char** words) {
  if (count < 3) return 1;
  on_heap = calloc(4, sizeof(int));
  pthread_t first;
  pthread_t second;
  pthread_create(&first, 0, follow, words[1]);
  pthread_create(&second, 0, follow, words[2]);
  pthread_join(first, 0);
  pthread_join(second, 0);
  free(on_heap);
  return 0;
}
