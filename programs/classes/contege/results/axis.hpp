// SPDX-License-Identifier: MIT
// The axis of a chart, from a lower to an upper bound. The bug is in `length`: it reads the two
// bounds without the lock under which `set_range` stores them. It may see the new lower bound
// above the old upper one, and then throws std::range_error. The bounds are atomic, so this is no
// data race.
#pragma once

#include <algorithm>
#include <atomic>
#include <mutex>
#include <stdexcept>

namespace samples {

class axis {
 public:
  // The bounds may be given in either order.
  void set_range(int one, int other) {
    const std::lock_guard lock(guard_);
    lower_.store(std::min(one, other));
    upper_.store(std::max(one, other));
  }

  int length() const {
    const int lower = lower_.load();
    const int upper = upper_.load();
    if (lower > upper) throw std::range_error("the lower bound is above the upper bound");
    return upper - lower;
  }

 private:
  mutable std::mutex guard_;
  std::atomic<int> lower_{0};
  std::atomic<int> upper_{1};
};

}  // namespace samples
