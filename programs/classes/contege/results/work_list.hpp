// SPDX-License-Identifier: MIT
// A list of work. The bug is in `take_last`: it reads the size in one critical section and removes
// the last item in another. If a second thread takes that item in between, it throws
// std::out_of_range.
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
    const std::size_t count = size();
    if (count == 0) return std::nullopt;
    const std::lock_guard lock(guard_);
    const int item = items_.at(count - 1);
    items_.resize(count - 1);
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
