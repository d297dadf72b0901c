// SPDX-License-Identifier: MIT
// A number that is kept as text, repaired: `set` replaces the whole text under the lock.
#pragma once

#include <mutex>
#include <string>

namespace samples {

class number_text {
 public:
  void set(int value) {
    const std::lock_guard lock(guard_);
    text_ = std::to_string(value);
  }

  int get() const {
    const std::lock_guard lock(guard_);
    return std::stoi(text_);
  }

 private:
  mutable std::mutex guard_;
  std::string text_ = "0";
};

}  // namespace samples
