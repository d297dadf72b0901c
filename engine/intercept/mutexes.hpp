// SPDX-License-Identifier: MIT
// What condition variables and the ends of threads need to know of mutexes.
#pragma once

#include <pthread.h>

namespace mcheck {

[[nodiscard]] bool is_locked_by_caller(pthread_mutex_t* mutex);
// Whether it is of the kind that returns an error to who unlocks without having locked.
[[nodiscard]] bool tells_who_unlocks(pthread_mutex_t* mutex);

// The running thread ends: who locks what it still holds is told so, of robust mutexes.
void leave_robust_mutexes();

}  // namespace mcheck
