// SPDX-License-Identifier: MIT
// How threads end, by themselves and by others; the first argument selects the program.
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

#include <cassert>
#include <string>

namespace {

int order[8];
int steps = 0;
pthread_key_t key;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t semaphore;

struct Noted {
  int step;
  ~Noted() { order[steps++] = step; }
};
thread_local Noted of_thread{3};

void end_deep() {
  const Noted inner{1};
  of_thread.step = 3;
  pthread_setspecific(key, &key);
  pthread_exit(&steps);
}

void* end_unwinding(void*) {
  const Noted outer{2};
  end_deep();
  return nullptr;
}

void* do_nothing(void*) { return nullptr; }

void* lock_twice(void*) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
  return nullptr;
}

void* wait_for_ever(void*) {
  pthread_mutex_lock(&mutex);
  for (;;) {
    pthread_cleanup_push([](void*) { pthread_mutex_unlock(&mutex); }, nullptr);
    pthread_cond_wait(&condition, &mutex);
    pthread_cleanup_pop(0);
  }
}

void* wait_for_permit(void*) {
  sem_wait(&semaphore);
  return &semaphore;
}

pthread_t started(void* (*function)(void*)) {
  pthread_t thread{};
  pthread_create(&thread, nullptr, function, nullptr);
  return thread;
}

void* joined(pthread_t thread) {
  void* result = nullptr;
  pthread_join(thread, &result);
  return result;
}

void* cancelled(void* (*function)(void*)) {
  const pthread_t thread = started(function);
  pthread_cancel(thread);
  return joined(thread);
}

}  // namespace

int main(int count, char** words) {
  const std::string what = count > 1 ? words[1] : "";
  if (what == "order") {
    pthread_key_create(&key, [](void*) { order[steps++] = 4; });
    assert(joined(started(end_unwinding)) == &steps && steps == 4);
    for (int i = 0; i < 4; ++i) assert(order[i] == i + 1);
  }
  if (what == "main exits") started(lock_twice), pthread_exit(nullptr);
  if (what == "main returns") started(do_nothing);
  if (what == "detached") {
    const pthread_t thread = started(do_nothing);
    pthread_detach(thread);
    joined(thread);
  }
  if (what == "joined twice") {
    const pthread_t thread = started(do_nothing);
    joined(thread);
    joined(thread);
  }
  if (what == "ask") assert(pthread_tryjoin_np(started(do_nothing), nullptr) == 0);
  if (what == "ask again") {
    const pthread_t thread = started(do_nothing);
    while (pthread_tryjoin_np(thread, nullptr) == EBUSY) {
    }
  }
  if (what == "cancel wait") {
    assert(cancelled(wait_for_ever) == PTHREAD_CANCELED);
    assert(pthread_mutex_trylock(&mutex) == 0);
  }
  if (what == "cancel semaphore") {
    sem_init(&semaphore, 0, 0);
    assert(cancelled(wait_for_permit) == PTHREAD_CANCELED);
  }
  if (what == "cancel or permit") {
    sem_init(&semaphore, 0, 1);
    assert(cancelled(wait_for_permit) == &semaphore);
  }
  return 0;
}
