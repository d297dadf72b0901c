// SPDX-License-Identifier: MIT
// Registers of 32 bytes (AVX2), where the processor and the system have them: to look through the
// memory of a stack, or to clear some, takes a third of the time with them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mcheck {

// Uses them from now on, if they are there.
void use_wide_registers();

// What such a register takes in at once lies in one line of the cache, if it begins at these.
inline constexpr std::size_t kWide = 32;
inline std::byte* aligned_to_wide(std::byte* at) {
  return reinterpret_cast<std::byte*>(reinterpret_cast<std::uintptr_t>(at) & ~(kWide - 1));
}

// How many bytes from there on are seen to be zero, in steps of 256, the last of which may be up to
// 31 bytes longer: none, where they are not used.
// REQUIRES: aligned to kWide; such steps, and one at least.
[[nodiscard]] std::size_t seen_zeros(const std::byte* from, std::size_t size);

}  // namespace mcheck
