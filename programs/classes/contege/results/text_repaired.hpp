// SPDX-License-Identifier: MIT
// A text that can be appended to another one, repaired: `append` copies under the locks of both
// texts. The other text may be this one.
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
    std::unique_lock mine(guard_, std::defer_lock), theirs(other.guard_, std::defer_lock);
    if (this == &other) {
      mine.lock();
    } else {
      std::lock(mine, theirs);
    }
    characters_ += other.characters_;
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
  mutable std::mutex guard_;
  std::string characters_;
};

}  // namespace samples
