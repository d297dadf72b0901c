// SPDX-License-Identifier: MIT
// A drawing whose methods take and return objects of nested classes: a plain aggregate, and one
// with a constructor. Safe.
#pragma once

#include <mutex>

namespace samples {

class nested_class {
 public:
  struct point {
    int x = 0;
    int y = 0;
    bool operator==(const point&) const = default;
  };

  class step {
   public:
    explicit step(int length) : length_(length) {}
    int length() const { return length_; }

   private:
    int length_;
  };

  void move_to(const point& place) {
    const std::lock_guard lock(guard_);
    place_ = place;
  }

  // The new place.
  point go_right(step by) {
    const std::lock_guard lock(guard_);
    place_.x += by.length();
    return place_;
  }

  point place() const {
    const std::lock_guard lock(guard_);
    return place_;
  }

 private:
  mutable std::mutex guard_;
  point place_;
};

}  // namespace samples
