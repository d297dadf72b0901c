// SPDX-License-Identifier: MIT
// A cell with reference parameters and results: a result parameter, an in-out parameter, a pointer
// that may be null, and a const reference to what never changes. Safe.
#pragma once

#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace samples {

class references {
 public:
  // Stores the value in `result`; false, and `result` keeps its value, if there is none.
  bool try_take(int& result) {
    const std::lock_guard lock(guard_);
    if (!filled_) return false;
    filled_ = false;
    result = value_;
    return true;
  }

  void swap_with(int& other) {
    const std::lock_guard lock(guard_);
    std::swap(value_, other);
    filled_ = true;
  }

  // Copies the value to `*result`, unless `result` is null.
  void copy_to(int* result) const {
    const std::lock_guard lock(guard_);
    if (result != nullptr) *result = value_;
  }

  void fill(const std::vector<int>& values) {
    const std::lock_guard lock(guard_);
    for (const int value : values) value_ = value;
    filled_ = true;
  }

  const std::string& name() const { return name_; }

 private:
  mutable std::mutex guard_;
  int value_ = 0;
  bool filled_ = false;
  const std::string name_ = "cell";
};

}  // namespace samples
