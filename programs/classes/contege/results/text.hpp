// SPDX-License-Identifier: MIT
// A text that can be appended to another one. The bug is in `append`: it reads the length of the
// other text once and then copies character by character, each under the lock. If a thread
// shortens the other text meanwhile, it throws std::out_of_range. The other text may be this one.
#pragma once

#include <cstddef>
#include <mutex>
#include <string>

namespace samples {

class text {
 public:
  void append_letter(char letter) {
    const std::lock_guard lock(guard_);
    characters_ += letter;
  }

  void append(const text& other) {
    const std::size_t count = other.length();
    for (std::size_t i = 0; i < count; ++i) append_letter(other.char_at(i));
  }

  // Keeps the first `length` characters.
  void shorten(std::size_t length) {
    const std::lock_guard lock(guard_);
    if (length < characters_.size()) characters_.resize(length);
  }

  std::size_t length() const {
    const std::lock_guard lock(guard_);
    return characters_.size();
  }

 private:
  char char_at(std::size_t index) const {
    const std::lock_guard lock(guard_);
    return characters_.at(index);
  }

  mutable std::mutex guard_;
  std::string characters_;
};

}  // namespace samples
