// SPDX-License-Identifier: MIT
// A series of numbers that are not negative. The bug is in `add`: it counts the number before it
// is stored, and takes the count back if the number is refused. Meanwhile `last` relies on the
// count and throws std::out_of_range. In one thread, only `add` throws, and only
// std::invalid_argument.
#pragma once

#include <atomic>
#include <cstddef>
#include <mutex>
#include <stdexcept>
#include <vector>

namespace samples {

class series {
 public:
  void add(int value) {
    ++count_;
    try {
      store(value);
    } catch (...) {
      --count_;
      throw;
    }
  }

  // The number that was added last; -1 if there is none.
  int last() const {
    const std::size_t count = count_.load();
    if (count == 0) return -1;
    const std::lock_guard lock(guard_);
    return items_.at(count - 1);
  }

 private:
  void store(int value) {
    if (value < 0) throw std::invalid_argument("negative");
    const std::lock_guard lock(guard_);
    items_.push_back(value);
  }

  std::atomic<std::size_t> count_{0};
  mutable std::mutex guard_;
  std::vector<int> items_;
};

}  // namespace samples
