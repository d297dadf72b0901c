// SPDX-License-Identifier: MIT
// A few instructions that jump to one of two functions, with all arguments as they are.
#pragma once

#include <cstddef>

namespace mcheck {

struct Trampoline {
  void* if_set = nullptr;
  void* if_null = nullptr;
  void* const* pointer = nullptr;  // which decides
};

inline constexpr std::size_t kTrampolineBytes = 32;

// Writes the code of one; that of `trampoline` is read at each jump.
void write_trampoline(unsigned char* code, const Trampoline* trampoline);

}  // namespace mcheck
