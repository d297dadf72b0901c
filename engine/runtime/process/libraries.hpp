// SPDX-License-Identifier: MIT
// Addresses in shared libraries. What a library initialises on its first use (the unwinder's
// tables, the C++ library's key for the ends of threads) is not restored between executions, so it
// must not be an event of the execution in which it happens.
#pragma once

#include <cstdint>

#include "engine/memory/regions/thread_region.hpp"

extern "C" const char __executable_start;  // NOLINT(bugprone-reserved-identifier): the linker's
extern "C" const char _end;                // NOLINT(bugprone-reserved-identifier)

namespace mcheck {

inline bool in_executable(const void* address) {
  return reinterpret_cast<std::uintptr_t>(address) -
             reinterpret_cast<std::uintptr_t>(&__executable_start) <
         static_cast<std::uintptr_t>(&_end - &__executable_start);
}

inline bool in_library(const void* address) {
  return !in_executable(address) && !in_program_memory(address);
}

}  // namespace mcheck
