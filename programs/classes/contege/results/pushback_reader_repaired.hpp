// SPDX-License-Identifier: MIT
// A reader that holds one value that was pushed back, repaired: `read` checks and uses the value
// in one critical section.
#pragma once

#include <mutex>
#include <optional>

namespace samples {

class pushback_reader {
 public:
  void unread(int value) {
    const std::lock_guard lock(guard_);
    buffer_ = value;
  }

  // The value that was pushed back last; -1 if there is none.
  int read() const {
    const std::lock_guard lock(guard_);
    return buffer_.value_or(-1);
  }

  void close() {
    const std::lock_guard lock(guard_);
    buffer_.reset();
  }

 private:
  mutable std::mutex guard_;
  std::optional<int> buffer_;
};

}  // namespace samples
