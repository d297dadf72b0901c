// SPDX-License-Identifier: MIT
// A polynomial that remembers its last result, repaired: `value_at` uses the cache under a lock.
#pragma once

#include <mutex>

namespace samples {

class const_cache {
 public:
  int value_at(int x) const {
    const std::lock_guard lock(guard_);
    if (!cached_ || cached_x_ != x) {
      cached_x_ = x;
      cached_value_ = x * x + degree();
      cached_ = true;
    }
    return cached_value_;
  }

  int degree() const { return 2; }

 private:
  mutable std::mutex guard_;
  mutable bool cached_ = false;
  mutable int cached_x_ = 0;
  mutable int cached_value_ = 0;
};

}  // namespace samples
