// SPDX-License-Identifier: MIT
// The axis of a chart, from a lower to an upper bound, repaired: `length` reads the two bounds
// under the lock under which `set_range` stores them.
#pragma once

#include <algorithm>
#include <mutex>
#include <stdexcept>

namespace samples {

class axis {
 public:
  // The bounds may be given in either order.
  void set_range(int one, int other) {
    const std::lock_guard lock(guard_);
    lower_ = std::min(one, other);
    upper_ = std::max(one, other);
  }

  int length() const {
    const std::lock_guard lock(guard_);
    if (lower_ > upper_) throw std::range_error("the lower bound is above the upper bound");
    return upper_ - lower_;
  }

 private:
  mutable std::mutex guard_;
  int lower_ = 0;
  int upper_ = 1;
};

}  // namespace samples
