// SPDX-License-Identifier: MIT
// A list, repaired: `front` returns a copy of the element instead of a reference.
#pragma once

#include <mutex>
#include <vector>

namespace samples {

class escaping_reference {
 public:
  void set_front(int value) {
    const std::lock_guard lock(guard_);
    items_.front() = value;
  }

  int front() const {
    const std::lock_guard lock(guard_);
    return items_.front();
  }

 private:
  mutable std::mutex guard_;
  std::vector<int> items_ = {0};
};

}  // namespace samples
