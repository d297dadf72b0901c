// SPDX-License-Identifier: MIT
// A reader that holds one value that was pushed back. The bug is in `read`: it checks whether
// there is a value and uses it in two critical sections. If `close` runs in between, the use
// throws std::bad_optional_access.
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
  int read() const { return filled() ? front() : -1; }

  void close() {
    const std::lock_guard lock(guard_);
    buffer_.reset();
  }

 private:
  bool filled() const {
    const std::lock_guard lock(guard_);
    return buffer_.has_value();
  }

  int front() const {
    const std::lock_guard lock(guard_);
    return buffer_.value();
  }

  mutable std::mutex guard_;
  std::optional<int> buffer_;
};

}  // namespace samples
