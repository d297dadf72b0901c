// SPDX-License-Identifier: MIT
// What every plain access of instrumented code comes to.
#pragma once

#include <cstddef>

namespace mcheck {

// The running thread is about to read or write that memory, and nothing orders it with others.
inline void access(const void* /*address*/, std::size_t /*size*/, bool /*write*/) {}

}  // namespace mcheck
