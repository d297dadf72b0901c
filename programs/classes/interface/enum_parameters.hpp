// SPDX-License-Identifier: MIT
// A counter for each direction, with parameters of enum types: scoped in the class, unscoped
// outside of it. Safe.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>

namespace samples {

enum speed { slow = 1, fast = 2 };

class enum_parameters {
 public:
  enum class direction { north, east, south, west };

  // The distance in this direction.
  int go(direction towards, speed at = slow) {
    return distances_[index(towards)].fetch_add(at) + at;
  }

  int distance(direction towards) const { return distances_[index(towards)].load(); }

 private:
  static std::size_t index(direction towards) { return static_cast<std::size_t>(towards) % 4; }

  std::array<std::atomic<int>, 4> distances_{};
};

}  // namespace samples
