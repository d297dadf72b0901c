// SPDX-License-Identifier: MIT
// A list that counts its modifications. The bug is in `sum`: it takes the lock anew for each
// element and throws std::runtime_error if a thread has modified the list since it began.
#pragma once

#include <cstddef>
#include <mutex>
#include <stdexcept>
#include <vector>

namespace samples {

class counted_list {
 public:
  void add(int value) {
    const std::lock_guard lock(guard_);
    items_.push_back(value);
    ++modifications_;
  }

  void clear() {
    const std::lock_guard lock(guard_);
    items_.clear();
    ++modifications_;
  }

  int sum() const {
    const int expected = modifications();
    int total = 0;
    for (std::size_t i = 0;; ++i) {
      const std::lock_guard lock(guard_);
      if (modifications_ != expected) throw std::runtime_error("modified while iterating");
      if (i == items_.size()) return total;
      total += items_[i];
    }
  }

 private:
  int modifications() const {
    const std::lock_guard lock(guard_);
    return modifications_;
  }

  mutable std::mutex guard_;
  std::vector<int> items_;
  int modifications_ = 0;
};

}  // namespace samples
