// SPDX-License-Identifier: MIT
// Random numbers, the same for the same seed everywhere: xorshift64*.
#pragma once

#include <cstddef>
#include <cstdint>

namespace table {

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : state_(seed * 2654435769u + 88172645463325252ull) {}

  int below(int n) {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return static_cast<int>((state_ * 2685821657736338717ull >> 33) % static_cast<unsigned>(n));
  }
  bool one_in(int n) { return below(n) == 0; }
  template <class Array>
  auto one_of(const Array& array) {
    return array[static_cast<std::size_t>(below(static_cast<int>(array.size())))];
  }

 private:
  std::uint64_t state_;
};

}  // namespace table
