// SPDX-License-Identifier: MIT
// A text under a lock, repaired: `insert` takes both locks first, in an order that std::lock
// chooses, and then copies the other text. The other buffer may be this one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <string>

namespace samples {

class string_buffer {
 public:
  void append(const std::string& text) {
    const std::lock_guard lock(guard_);
    text_ += text;
  }

  // Inserts the other text before the character at `index`; beyond the end, at the end.
  void insert(std::size_t index, const string_buffer& other) {
    std::unique_lock mine(guard_, std::defer_lock), theirs(other.guard_, std::defer_lock);
    if (this == &other) {
      mine.lock();
    } else {
      std::lock(mine, theirs);
    }
    const std::string inserted = other.text_;
    text_.insert(std::min(index, text_.size()), inserted);
  }

  // Deletes nothing if there is no such character.
  void delete_char_at(std::size_t index) {
    const std::lock_guard lock(guard_);
    if (index < text_.size()) text_.erase(index, 1);
  }

  std::size_t length() const {
    const std::lock_guard lock(guard_);
    return text_.size();
  }

  std::string str() const {
    const std::lock_guard lock(guard_);
    return text_;
  }

 private:
  mutable std::mutex guard_;
  std::string text_;
};

}  // namespace samples
