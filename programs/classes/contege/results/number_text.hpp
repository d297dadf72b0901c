// SPDX-License-Identifier: MIT
// A number that is kept as text. The bug is in `set`: it clears the text and writes the digits in
// critical sections of their own. `get` may parse a text that is half written: an empty one throws
// std::invalid_argument, and a shorter one is another number.
#pragma once

#include <mutex>
#include <string>

namespace samples {

class number_text {
 public:
  void set(int value) {
    clear();
    for (const char digit : std::to_string(value)) append(digit);
  }

  int get() const {
    const std::lock_guard lock(guard_);
    return std::stoi(text_);
  }

 private:
  void clear() {
    const std::lock_guard lock(guard_);
    text_.clear();
  }

  void append(char digit) {
    const std::lock_guard lock(guard_);
    text_ += digit;
  }

  mutable std::mutex guard_;
  std::string text_ = "0";
};

}  // namespace samples
