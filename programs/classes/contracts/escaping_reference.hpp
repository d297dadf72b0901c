// SPDX-License-Identifier: MIT
// A list that returns references to its elements. The bug: `front` takes the lock and returns a
// reference, which the caller reads without it. Beside `set_front` that is a data race, but only
// if the test uses the result.
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

  const int& front() const {
    const std::lock_guard lock(guard_);
    return items_.front();
  }

 private:
  mutable std::mutex guard_;
  std::vector<int> items_ = {0};
};

}  // namespace samples
