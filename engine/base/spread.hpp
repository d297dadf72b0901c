// SPDX-License-Identifier: MIT
// Spreads what a word says over all of its bits, as splitmix64 does.
#pragma once

#include <cstdint>

namespace mcheck {

constexpr std::uint64_t spread(std::uint64_t word) {
  word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9;
  word = (word ^ word >> 27) * 0x94d049bb133111eb;
  return word ^ word >> 31;
}

}  // namespace mcheck
