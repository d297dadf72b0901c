// SPDX-License-Identifier: MIT
// A connection that is open or closed, repaired: `send` checks the state and transmits in one
// critical section.
#pragma once

#include <mutex>

namespace samples {

class connection {
 public:
  void open() {
    const std::lock_guard lock(guard_);
    open_ = true;
  }

  void close() {
    const std::lock_guard lock(guard_);
    open_ = false;
  }

  // False, and nothing is sent, if the connection is closed.
  bool send(int value) {
    const std::lock_guard lock(guard_);
    if (!open_) return false;
    sent_ += value;
    return true;
  }

  int sent() const {
    const std::lock_guard lock(guard_);
    return sent_;
  }

 private:
  mutable std::mutex guard_;
  bool open_ = false;
  int sent_ = 0;
};

}  // namespace samples
