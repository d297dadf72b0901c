// SPDX-License-Identifier: MIT
// A stack whose `pop` and `top` throw std::out_of_range if it is empty. Safe: whenever a
// concurrent test throws, some sequential order of the same calls throws, too.
#pragma once

#include <mutex>
#include <stdexcept>
#include <vector>

namespace samples {

class checked_stack {
 public:
  void push(int item) {
    const std::lock_guard lock(guard_);
    items_.push_back(item);
  }

  int pop() {
    const std::lock_guard lock(guard_);
    const int item = last();
    items_.pop_back();
    return item;
  }

  int top() const {
    const std::lock_guard lock(guard_);
    return last();
  }

 private:
  int last() const {
    if (items_.empty()) throw std::out_of_range("the stack is empty");
    return items_.back();
  }

  mutable std::mutex guard_;
  std::vector<int> items_;
};

}  // namespace samples
