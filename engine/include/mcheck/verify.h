/* SPDX-License-Identifier: MIT
 *
 * For C and C++: what a program can say to a checker, and what the calls do without one.
 *
 *                             under mcheck                         compiled as usual
 *   mcheck_choose(n)          each of 0 … n-1 is tried             0, or $MCHECK_CHOOSE
 *   mcheck_assume(condition)  otherwise the thread stops for ever  … the process ends, with 0
 *   mcheck_check(that, text)  otherwise it is a failure            … the text, and abort()
 *   mcheck_progress()         the thread does what it is for,      nothing
 *                             so a cycle with it is no livelock
 *   mcheck_atomic_begin(),    no other thread does anything that   one mutex for all sections of
 *   mcheck_atomic_end()       matters between the two calls        the process
 *
 * Sections may be nested. Under mcheck a section keeps other threads from everything that it uses;
 * the mutex keeps them from other sections only. A section in which the thread would have to wait
 * for another thread cannot begin; if it never can, that is a deadlock.
 *
 * Include this header and nothing else: `mcheck cc` and `mcheck c++` link the implementation.
 */
#ifndef MCHECK_VERIFY_H
#define MCHECK_VERIFY_H

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Defined by mcheck only. */
extern __attribute__((weak)) int mcheck_runtime_choose(int count);
extern __attribute__((weak)) void mcheck_runtime_assume(bool condition);
extern __attribute__((weak)) void mcheck_runtime_check(bool condition, const char* text);
extern __attribute__((weak)) void mcheck_runtime_progress(void);
extern __attribute__((weak)) void mcheck_runtime_atomic_begin(void);
extern __attribute__((weak)) void mcheck_runtime_atomic_end(void);

/* Without mcheck: one for all files of a program. */
__attribute__((weak)) pthread_mutex_t mcheck_sections_mutex = PTHREAD_MUTEX_INITIALIZER;
__attribute__((weak)) __thread int mcheck_sections_depth = 0;

/* REQUIRES: 0 < count <= 10'000. */
static inline int mcheck_choose(int count) {
  const char* chosen = NULL;
  int number = 0;
  if (mcheck_runtime_choose != NULL) return mcheck_runtime_choose(count);
  chosen = getenv("MCHECK_CHOOSE");
  number = chosen == NULL ? 0 : atoi(chosen);
  return number <= 0 ? 0 : number < count ? number : count - 1;
}

static inline void mcheck_assume(bool condition) {
  if (mcheck_runtime_assume != NULL) {
    mcheck_runtime_assume(condition);
  } else if (!condition) {
    _Exit(0);
  }
}

static inline void mcheck_check(bool condition, const char* text) {
  if (mcheck_runtime_check != NULL) {
    mcheck_runtime_check(condition, text);
  } else if (!condition) {
    fprintf(stderr, "mcheck_check: %s\n", text);
    abort();
  }
}

static inline void mcheck_progress(void) {
  if (mcheck_runtime_progress != NULL) mcheck_runtime_progress();
}

static inline void mcheck_atomic_begin(void) {
  if (mcheck_runtime_atomic_begin != NULL) {
    mcheck_runtime_atomic_begin();
  } else if (mcheck_sections_depth++ == 0) {
    pthread_mutex_lock(&mcheck_sections_mutex);
  }
}

/* REQUIRES: the thread is in a section. */
static inline void mcheck_atomic_end(void) {
  if (mcheck_runtime_atomic_end != NULL) {
    mcheck_runtime_atomic_end();
  } else if (--mcheck_sections_depth == 0) {
    pthread_mutex_unlock(&mcheck_sections_mutex);
  }
}

#ifdef __cplusplus
}
#endif

#endif
