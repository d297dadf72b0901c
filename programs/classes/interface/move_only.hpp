// SPDX-License-Identifier: MIT
// A box for a value of a type that can be moved and not copied, as argument and as result. Safe.
#pragma once

#include <memory>
#include <mutex>
#include <utility>

namespace samples {

class move_only {
 public:
  // The value before; null if there was none.
  std::unique_ptr<int> put(std::unique_ptr<int> value) {
    const std::lock_guard lock(guard_);
    return std::exchange(value_, std::move(value));
  }

  // Null if there is none.
  std::unique_ptr<int> take() {
    const std::lock_guard lock(guard_);
    return std::move(value_);
  }

  bool empty() const {
    const std::lock_guard lock(guard_);
    return value_ == nullptr;
  }

 private:
  mutable std::mutex guard_;
  std::unique_ptr<int> value_;
};

}  // namespace samples
