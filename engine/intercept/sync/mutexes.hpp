// SPDX-License-Identifier: MIT
// What condition variables and the end of a thread need of mutexes.
#pragma once

#include <pthread.h>

namespace mcheck {

[[nodiscard]] bool is_locked_by_caller(pthread_mutex_t* mutex);
// Whether the mutex is of the kind that returns an error if a thread that does not own it unlocks
// it.
[[nodiscard]] bool checks_unlock_owner(pthread_mutex_t* mutex);

// The running thread ends: the next thread that locks a robust mutex it still holds gets
// EOWNERDEAD.
void abandon_robust_mutexes();

}  // namespace mcheck
