// SPDX-License-Identifier: MIT
// A counter with default arguments, also of the constructor. Safe.
#pragma once

#include <algorithm>
#include <climits>
#include <mutex>
#include <string>

namespace samples {

class default_arguments {
 public:
  explicit default_arguments(int start = 0, const std::string& name = "counter")
      : count_(start), name_(name) {}

  // The new count, which is `most` at most.
  int add(int amount = 1, int most = INT_MAX) {
    const std::lock_guard lock(guard_);
    count_ = std::min(count_ + amount, most);
    return count_;
  }

  std::string text(const std::string& before = "", bool with_name = true) const {
    const std::lock_guard lock(guard_);
    return before + (with_name ? name_ + " " : "") + std::to_string(count_);
  }

 private:
  mutable std::mutex guard_;
  int count_;
  const std::string name_;
};

}  // namespace samples
