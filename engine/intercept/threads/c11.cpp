// SPDX-License-Identifier: MIT
// C11 threads, implemented by those of POSIX. In the C library they do not call its public pthread
// functions, so they need interceptors of their own.
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <threads.h>

#include <cstdint>

#include "engine/intercept/threads/threads.hpp"

namespace {

int c11_result(int error) {
  switch (error) {
    case 0: return thrd_success;
    case EBUSY: return thrd_busy;
    case ENOMEM: return thrd_nomem;
    case ETIMEDOUT: return thrd_timedout;
    default: return thrd_error;
  }
}

template <class Posix, class C11>
Posix* as_posix(C11* object) {
  static_assert(sizeof(C11) >= sizeof(Posix));
  static_assert(alignof(C11) >= alignof(Posix));
  return reinterpret_cast<Posix*>(object);
}

pthread_mutex_t* as_posix(mtx_t* mutex) { return as_posix<pthread_mutex_t>(mutex); }
pthread_cond_t* as_posix(cnd_t* condition) { return as_posix<pthread_cond_t>(condition); }

struct ThreadStart {
  thrd_start_t function;
  void* argument;
};

void* run_start(void* start) {
  const ThreadStart thread_start = *static_cast<ThreadStart*>(start);
  delete static_cast<ThreadStart*>(start);
  return reinterpret_cast<void*>(
      static_cast<std::intptr_t>(thread_start.function(thread_start.argument)));
}

}  // namespace

// NOLINTBEGIN
extern "C" {

int thrd_create(thrd_t* thread, thrd_start_t function, void* argument) {
  return c11_result(
      mcheck::start_thread(thread, false, run_start, new ThreadStart{function, argument}));
}

// Under a name of its own: <threads.h> may define it inline, and clang refuses a second definition.
int mcheck_thrd_equal(thrd_t one, thrd_t other) asm("thrd_equal");
int mcheck_thrd_equal(thrd_t one, thrd_t other) { return one == other ? 1 : 0; }
thrd_t thrd_current() { return pthread_self(); }
void thrd_yield() { sched_yield(); }
__attribute__((noreturn)) void thrd_exit(int result) {
  mcheck::exit_thread(reinterpret_cast<void*>(static_cast<std::intptr_t>(result)));
}
int thrd_detach(thrd_t thread) { return c11_result(mcheck::detach_thread(thread)); }

int thrd_join(thrd_t thread, int* result) {
  void* returned = nullptr;
  const int error = mcheck::join_thread(thread, &returned);
  if (error == 0 && result != nullptr) {
    *result = static_cast<int>(reinterpret_cast<std::intptr_t>(returned));
  }
  return c11_result(error);
}

int mtx_init(mtx_t* mutex, int type) {
  if ((type & ~(mtx_recursive | mtx_timed)) != 0) return thrd_error;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  const bool recursive = (type & mtx_recursive) != 0;
  pthread_mutexattr_settype(&attributes,
                            recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL);
  return c11_result(pthread_mutex_init(as_posix(mutex), &attributes));
}

void mtx_destroy(mtx_t* mutex) { pthread_mutex_destroy(as_posix(mutex)); }
int mtx_lock(mtx_t* mutex) { return c11_result(pthread_mutex_lock(as_posix(mutex))); }
int mtx_trylock(mtx_t* mutex) { return c11_result(pthread_mutex_trylock(as_posix(mutex))); }
int mtx_timedlock(mtx_t* mutex, const timespec* time) {
  return c11_result(pthread_mutex_timedlock(as_posix(mutex), time));
}
int mtx_unlock(mtx_t* mutex) { return c11_result(pthread_mutex_unlock(as_posix(mutex))); }

int cnd_init(cnd_t* condition) {
  return c11_result(pthread_cond_init(as_posix(condition), nullptr));
}
void cnd_destroy(cnd_t* condition) { pthread_cond_destroy(as_posix(condition)); }
int cnd_signal(cnd_t* condition) { return c11_result(pthread_cond_signal(as_posix(condition))); }
int cnd_broadcast(cnd_t* condition) {
  return c11_result(pthread_cond_broadcast(as_posix(condition)));
}
int cnd_wait(cnd_t* condition, mtx_t* mutex) {
  return c11_result(pthread_cond_wait(as_posix(condition), as_posix(mutex)));
}
int cnd_timedwait(cnd_t* condition, mtx_t* mutex, const timespec* time) {
  return c11_result(pthread_cond_timedwait(as_posix(condition), as_posix(mutex), time));
}

int tss_create(tss_t* key, tss_dtor_t destructor) {
  return c11_result(pthread_key_create(key, destructor));
}
void tss_delete(tss_t key) { pthread_key_delete(key); }
void* tss_get(tss_t key) { return pthread_getspecific(key); }
int tss_set(tss_t key, void* value) { return c11_result(pthread_setspecific(key, value)); }

void call_once(once_flag* flag, void (*function)()) {
  pthread_once(as_posix<pthread_once_t>(flag), function);
}
}
// NOLINTEND
