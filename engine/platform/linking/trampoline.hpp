// SPDX-License-Identifier: MIT
// A short code sequence that jumps to one of two functions and preserves all arguments.
#pragma once

#include <cstddef>

namespace mcheck {

struct Trampoline {
  void* if_set = nullptr;
  void* if_null = nullptr;
  void* const* pointer = nullptr;  // null or not decides
};

inline constexpr std::size_t kTrampolineBytes = 32;

// Writes the code of a trampoline. It reads `trampoline` at each jump.
void write_trampoline(unsigned char* code, const Trampoline* trampoline);

}  // namespace mcheck
