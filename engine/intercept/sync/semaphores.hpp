// SPDX-License-Identifier: MIT
// POSIX semaphores as semaphores of the model, stored in the sem_t itself.
#pragma once

#include <semaphore.h>

#include <mcheck/detail/counting.hpp>

#include "engine/intercept/sync/overlay.hpp"

namespace mcheck {

inline detail::Semaphore& model_semaphore(sem_t* semaphore) {
  return overlaid<detail::Semaphore>(semaphore);
}

inline constexpr unsigned kMaxPermits = 0x7fff'ffff;

// Initialises a semaphore. REQUIRES: value <= kMaxPermits.
void make_semaphore(sem_t* semaphore, unsigned value);

}  // namespace mcheck
