// SPDX-License-Identifier: MIT
// Stands for a library that a test does not touch: a string buffer, each call of which is locked.
#pragma once

#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>

class StringBuffer {
 public:
  explicit StringBuffer(std::string text) : text_(std::move(text)) {}

  std::size_t length() const {
    const std::lock_guard<std::mutex> lock(guard_);
    return text_.size();
  }

  void set_length(std::size_t size) {
    const std::lock_guard<std::mutex> lock(guard_);
    text_.resize(size);
  }

  void get_chars(std::size_t count, std::string& to) const {
    const std::lock_guard<std::mutex> lock(guard_);
    if (count > text_.size()) throw std::out_of_range("get_chars");
    to.append(text_, 0, count);
  }

  // Locks this buffer only: `other` may become shorter between the two calls.
  void append(const StringBuffer& other) {
    const std::lock_guard<std::mutex> lock(guard_);
    const std::size_t count = other.length();
    other.get_chars(count, text_);
  }

 private:
  mutable std::mutex guard_;
  std::string text_;
};
