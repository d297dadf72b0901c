// SPDX-License-Identifier: MIT
// System calls that wait, and that a signal ends with EINTR. The engine's timer must not end them:
// in that case they are made again.
#pragma once

#include <errno.h>

#include <cstdint>

#include "engine/runtime/isolation/kernel_effect.hpp"
#include "engine/runtime/machine/signals.hpp"

namespace mcheck {

// REQUIRES: the call has no time limit, or does not wait.
template <class Call>
int restart_if_interrupted(Call call) {
  for (;;) {
    const std::uint64_t before = clock_ticks();
    const int result = call();
    if (result >= 0 || errno != EINTR || clock_ticks() == before || !is_program_running())
      return result;
  }
}

}  // namespace mcheck
