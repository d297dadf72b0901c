// SPDX-License-Identifier: MIT
// A list with a sum, repaired: `sum` holds the lock while it iterates, so no modification can
// happen meanwhile, and there is nothing to count.
#pragma once

#include <mutex>
#include <vector>

namespace samples {

class counted_list {
 public:
  void add(int value) {
    const std::lock_guard lock(guard_);
    items_.push_back(value);
  }

  void clear() {
    const std::lock_guard lock(guard_);
    items_.clear();
  }

  int sum() const {
    const std::lock_guard lock(guard_);
    int total = 0;
    for (const int item : items_) total += item;
    return total;
  }

 private:
  mutable std::mutex guard_;
  std::vector<int> items_;
};

}  // namespace samples
