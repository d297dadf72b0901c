// SPDX-License-Identifier: MIT
// The floating-point control words (MXCSR and x87) of the running context as one word, 0 if both
// have their default value.
#pragma once

#include <cstdint>

namespace mcheck {

inline constexpr std::uint32_t kDefaultMxcsr = 0x1f80;
inline constexpr std::uint16_t kDefaultX87 = 0x37f;
inline constexpr std::uint32_t kMxcsrFlags = 0x3f;  // status flags of past calculations

inline std::uint64_t control_words() {
  std::uint32_t mxcsr = 0;
  std::uint16_t x87 = 0;
  asm volatile("stmxcsr %0\n\tfnstcw %1" : "=m"(mxcsr), "=m"(x87));
  return (mxcsr & ~kMxcsrFlags) ^ kDefaultMxcsr ^
         static_cast<std::uint64_t>(x87 ^ kDefaultX87) << 32;
}

inline void set_control_words(std::uint64_t words) {
  const std::uint32_t mxcsr = static_cast<std::uint32_t>(words) ^ kDefaultMxcsr;
  const auto x87 = static_cast<std::uint16_t>(words >> 32 ^ kDefaultX87);
  asm volatile("ldmxcsr %0\n\tfldcw %1" : : "m"(mxcsr), "m"(x87));
}

}  // namespace mcheck
