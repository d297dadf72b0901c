// SPDX-License-Identifier: MIT
// What is kept of each thread of an unmodified program, in thread-local memory of its own.
#pragma once

#include <pthread.h>

namespace mcheck {

struct ThreadControl {
  void* result = nullptr;  // what its function returned
  bool detached = false;
};

[[nodiscard]] ThreadControl& own_thread();
[[nodiscard]] ThreadControl& control_of(pthread_t thread);

}  // namespace mcheck
