// SPDX-License-Identifier: MIT
// C11 threads, implemented by those of POSIX. In the C library they do not call its public pthread
// functions, so they need interceptors of their own.
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <threads.h>

#include <cstdint>

#include "engine/intercept/threads.hpp"

namespace {

int in_words_of_c11(int error) {
  switch (error) {
    case 0: return thrd_success;
    case EBUSY: return thrd_busy;
    case ENOMEM: return thrd_nomem;
    case ETIMEDOUT: return thrd_timedout;
    default: return thrd_error;
  }
}

template <class Posix, class C11>
Posix* posix(C11* object) {
  static_assert(sizeof(C11) >= sizeof(Posix) && alignof(C11) >= alignof(Posix));
  return reinterpret_cast<Posix*>(object);
}

pthread_mutex_t* posix(mtx_t* mutex) { return posix<pthread_mutex_t>(mutex); }
pthread_cond_t* posix(cnd_t* condition) { return posix<pthread_cond_t>(condition); }

struct Start {
  thrd_start_t function;
  void* argument;
};

void* call(void* start) {
  const Start what = *static_cast<Start*>(start);
  delete static_cast<Start*>(start);
  return reinterpret_cast<void*>(static_cast<std::intptr_t>(what.function(what.argument)));
}

}  // namespace

// NOLINTBEGIN
extern "C" {

int thrd_create(thrd_t* thread, thrd_start_t function, void* argument) {
  return in_words_of_c11(mcheck::start_thread(thread, false, call, new Start{function, argument}));
}

int thrd_equal(thrd_t one, thrd_t other) { return one == other ? 1 : 0; }
thrd_t thrd_current() { return pthread_self(); }
void thrd_yield() { sched_yield(); }
__attribute__((noreturn)) void thrd_exit(int result) {
  mcheck::exit_thread(reinterpret_cast<void*>(static_cast<std::intptr_t>(result)));
}
int thrd_detach(thrd_t thread) { return in_words_of_c11(mcheck::detach_thread(thread)); }

int thrd_join(thrd_t thread, int* result) {
  void* returned = nullptr;
  const int error = mcheck::join_thread(thread, &returned);
  if (error == 0 && result != nullptr) {
    *result = static_cast<int>(reinterpret_cast<std::intptr_t>(returned));
  }
  return in_words_of_c11(error);
}

int mtx_init(mtx_t* mutex, int type) {
  if ((type & ~(mtx_recursive | mtx_timed)) != 0) return thrd_error;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  const bool recursive = (type & mtx_recursive) != 0;
  pthread_mutexattr_settype(&attributes,
                            recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL);
  return in_words_of_c11(pthread_mutex_init(posix(mutex), &attributes));
}

void mtx_destroy(mtx_t* mutex) { pthread_mutex_destroy(posix(mutex)); }
int mtx_lock(mtx_t* mutex) { return in_words_of_c11(pthread_mutex_lock(posix(mutex))); }
int mtx_trylock(mtx_t* mutex) { return in_words_of_c11(pthread_mutex_trylock(posix(mutex))); }
int mtx_timedlock(mtx_t* mutex, const timespec* time) {
  return in_words_of_c11(pthread_mutex_timedlock(posix(mutex), time));
}
int mtx_unlock(mtx_t* mutex) { return in_words_of_c11(pthread_mutex_unlock(posix(mutex))); }

int cnd_init(cnd_t* condition) {
  return in_words_of_c11(pthread_cond_init(posix(condition), nullptr));
}
void cnd_destroy(cnd_t* condition) { pthread_cond_destroy(posix(condition)); }
int cnd_signal(cnd_t* condition) { return in_words_of_c11(pthread_cond_signal(posix(condition))); }
int cnd_broadcast(cnd_t* condition) {
  return in_words_of_c11(pthread_cond_broadcast(posix(condition)));
}
int cnd_wait(cnd_t* condition, mtx_t* mutex) {
  return in_words_of_c11(pthread_cond_wait(posix(condition), posix(mutex)));
}
int cnd_timedwait(cnd_t* condition, mtx_t* mutex, const timespec* time) {
  return in_words_of_c11(pthread_cond_timedwait(posix(condition), posix(mutex), time));
}

int tss_create(tss_t* key, tss_dtor_t destructor) {
  return in_words_of_c11(pthread_key_create(key, destructor));
}
void tss_delete(tss_t key) { pthread_key_delete(key); }
void* tss_get(tss_t key) { return pthread_getspecific(key); }
int tss_set(tss_t key, void* value) { return in_words_of_c11(pthread_setspecific(key, value)); }

void call_once(once_flag* flag, void (*function)()) {
  pthread_once(posix<pthread_once_t>(flag), function);
}
}
// NOLINTEND
