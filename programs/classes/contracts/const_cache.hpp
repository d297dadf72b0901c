// SPDX-License-Identifier: MIT
// A polynomial that remembers its last result. All methods are const. The bug: `value_at` changes
// a mutable cache without a lock, so a const call beside another one is a data race.
#pragma once

namespace samples {

class const_cache {
 public:
  int value_at(int x) const {
    if (!cached_ || cached_x_ != x) {
      cached_x_ = x;
      cached_value_ = x * x + degree();
      cached_ = true;
    }
    return cached_value_;
  }

  int degree() const { return 2; }

 private:
  mutable bool cached_ = false;
  mutable int cached_x_ = 0;
  mutable int cached_value_ = 0;
};

}  // namespace samples
