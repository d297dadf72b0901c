// SPDX-License-Identifier: MIT
// What every plain access of instrumented code comes to, and what atomic ones are to the plain.
#pragma once

#include <cstddef>

#include "engine/runtime/accesses.hpp"

namespace mcheck {

// The running thread is about to read or write that memory, and nothing orders it with others. The
// detector looks at eight bytes at a time.
[[gnu::always_inline]] inline void access(const void* address, std::size_t size, bool write) {
  plain_access(address, size, write, __builtin_return_address(0));
}

}  // namespace mcheck
