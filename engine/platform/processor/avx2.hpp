// SPDX-License-Identifier: MIT
// Vector registers of 32 bytes (AVX2), if the processor and the kernel support them. Scanning or
// clearing stack memory takes a third of the time with them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mcheck {

// Uses them from now on, if they are supported.
void use_avx2();

// An aligned vector lies within one cache line.
inline constexpr std::size_t kAvx2Bytes = 32;
inline std::byte* align_down_to_avx2(std::byte* at) {
  return reinterpret_cast<std::byte*>(reinterpret_cast<std::uintptr_t>(at) & ~(kAvx2Bytes - 1));
}

// How many bytes from there on are known to be zero: a multiple of 256, plus up to 31 bytes at the
// end; 0 without AVX2. REQUIRES: aligned to kAvx2Bytes; a size as described, at least 256.
[[nodiscard]] std::size_t zero_prefix_bytes(const std::byte* from, std::size_t size);

}  // namespace mcheck
