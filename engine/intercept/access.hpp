// SPDX-License-Identifier: MIT
// What every plain access of instrumented code comes to, and what atomic ones are to the plain.
#pragma once

#include <cstddef>

#include "engine/runtime/accesses.hpp"

// As mcheck::unknown_access. A loop may poll by it where it is a point.
extern "C" void mcheck_unknown_access(const void* address, std::size_t size, bool write,
                                      const void* caller);

namespace mcheck {

// The running thread is about to read or write that memory, at once, and nothing orders it with
// others. The detector looks at eight bytes at a time.
[[gnu::always_inline]] inline void access(const void* address, std::size_t size, bool write) {
  const Races* const races = watching_races;
  if (races == nullptr || races->knows(address, size, write)) [[likely]]
    return;
  mcheck_unknown_access(address, size, write, __builtin_return_address(0));
}

// The same, but not at once, or not by one instruction.
[[gnu::always_inline]] inline void access_range(const void* address, std::size_t size, bool write) {
  wide_access(address, size, write, __builtin_return_address(0));
}

}  // namespace mcheck
