/* SPDX-License-Identifier: MIT
 *
 * For C and C++: what a program says to whoever checks it, and what it does where nobody does.
 *
 *                             under mcheck                         compiled as usual
 *   mcheck_choose(n)          each of 0 … n-1 is tried             0, or $MCHECK_CHOOSE
 *   mcheck_assume(condition)  otherwise the thread stops for ever  … the process ends, with 0
 *   mcheck_check(that, text)  otherwise it is a failure            … the text, and abort()
 *   mcheck_atomic_begin(),    between them no other thread does    one mutex for all sections of
 *   mcheck_atomic_end()       anything that matters there          the process
 *
 * Sections may stand in each other. Under mcheck a section keeps other threads from all that it
 * uses; the mutex keeps them from other sections only. A section in which the thread would have to
 * wait for another cannot begin there: if it never can, that is a deadlock.
 *
 * It is enough to include this: `mcheck cc` and `mcheck c++` link what stands behind it.
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

/* Defined by mcheck, and nowhere else. */
extern __attribute__((weak)) int mcheck_runtime_choose(int count);
extern __attribute__((weak)) void mcheck_runtime_assume(bool condition);
extern __attribute__((weak)) void mcheck_runtime_check(bool condition, const char* text);
extern __attribute__((weak)) void mcheck_runtime_atomic_begin(void);
extern __attribute__((weak)) void mcheck_runtime_atomic_end(void);

/* One for all files of a program, where mcheck is not there. */
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
