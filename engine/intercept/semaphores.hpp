// SPDX-License-Identifier: MIT
#pragma once

#include <semaphore.h>

#include <mcheck/detail/counting.hpp>

#include "engine/intercept/overlay.hpp"

namespace mcheck {

inline detail::Semaphore& semaphore_in(sem_t* semaphore) {
  return overlaid<detail::Semaphore>(semaphore);
}

inline constexpr unsigned kMostPermits = 0x7fff'ffff;

// There is a new one. REQUIRES: value <= kMostPermits.
void make_semaphore(sem_t* semaphore, unsigned value);

}  // namespace mcheck
