// SPDX-License-Identifier: MIT
// A list of work, repaired: `take_last` checks and removes in one critical section.
#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <vector>

namespace samples {

class work_list {
 public:
  void add(int item) {
    const std::lock_guard lock(guard_);
    items_.push_back(item);
  }

  // Nothing if the list is empty.
  std::optional<int> take_last() {
    const std::lock_guard lock(guard_);
    if (items_.empty()) return std::nullopt;
    const int item = items_.back();
    items_.pop_back();
    return item;
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
