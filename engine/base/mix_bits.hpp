// SPDX-License-Identifier: MIT
// The finaliser of splitmix64: each bit of the input changes about half of the result's bits.
#pragma once

#include <cstdint>

namespace mcheck {

constexpr std::uint64_t mix_bits(std::uint64_t word) {
  word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9;
  word = (word ^ word >> 27) * 0x94d049bb133111eb;
  return word ^ word >> 31;
}

}  // namespace mcheck
