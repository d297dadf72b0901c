// SPDX-License-Identifier: MIT
// A list, repaired: each method takes the lock.
#pragma once

#include <cstddef>
#include <mutex>
#include <vector>

namespace samples {

class array_list {
 public:
  void add(int value) {
    const std::lock_guard lock(guard_);
    items_.push_back(value);
  }

  unsigned hash_code() const {
    const std::lock_guard lock(guard_);
    unsigned code = 1;
    for (const int item : items_) code = 31 * code + static_cast<unsigned>(item);
    return code;
  }

  std::size_t size() const {
    const std::lock_guard lock(guard_);
    return items_.size();
  }

 private:
  mutable std::mutex guard_;
  std::vector<int> items_;
};

}  // namespace samples
