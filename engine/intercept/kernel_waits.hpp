// SPDX-License-Identifier: MIT
// System calls that wait, and that a signal interrupts for good. The engine's clock must not be
// what ends them: then they are made again.
#pragma once

#include <errno.h>

#include <cstdint>

#include "engine/runtime/kernel_touch.hpp"
#include "engine/runtime/signals.hpp"

namespace mcheck {

// The call has no limit of time.
template <class Call>
int uninterrupted(Call call) {
  for (;;) {
    const std::uint64_t before = clock_ticks();
    const int result = call();
    if (result >= 0 || errno != EINTR || clock_ticks() == before || !program_runs()) return result;
  }
}

}  // namespace mcheck
