// SPDX-License-Identifier: MIT
// A generator of our own (splitmix64): a seed must mean the same on every platform, and
// std::uniform_int_distribution does not guarantee that.
#pragma once

#include <cstdint>

namespace mcheck {

class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }

  __extension__ using Wide = unsigned __int128;

  // A number in [0, n). REQUIRES: n > 0. The bias is below n / 2^64.
  constexpr std::uint64_t below(std::uint64_t n) {
    return static_cast<std::uint64_t>((static_cast<Wide>(next()) * n) >> 64);
  }

 private:
  std::uint64_t state_;
};

}  // namespace mcheck
