// SPDX-License-Identifier: MIT
// How hooks report plain accesses of instrumented code to the race detector.
#pragma once

#include <cstddef>

#include "engine/runtime/data_races/accesses.hpp"

// The same as mcheck::slow_plain_access. Where plain accesses are scheduling points, a loop may
// spin by this access.
extern "C" void mcheck_unknown_access(const void* address, std::size_t size, bool write,
                                      const void* caller);

namespace mcheck {

// The running thread is about to read or write this memory, immediately and with one instruction;
// the access itself orders nothing. The detector works on granules (eight aligned bytes).
[[gnu::always_inline]] inline void access(const void* address, std::size_t size, bool write) {
  const Races* const races = active_races;
  if (races == nullptr || races->is_same_epoch(address, size, write)) [[likely]]
    return;
  mcheck_unknown_access(address, size, write, __builtin_return_address(0));
}

// The same for an access that does not follow immediately, or that takes several instructions.
[[gnu::always_inline]] inline void access_range(const void* address, std::size_t size, bool write) {
  wide_access(address, size, write, __builtin_return_address(0));
}

}  // namespace mcheck
