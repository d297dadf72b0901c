// SPDX-License-Identifier: MIT
// A connection that is open or closed. The bug is in `send`: it checks the state in one critical
// section and transmits in another. If `close` runs in between, transmitting throws
// std::logic_error.
#pragma once

#include <mutex>
#include <stdexcept>

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
    if (!is_open()) return false;
    transmit(value);
    return true;
  }

  int sent() const {
    const std::lock_guard lock(guard_);
    return sent_;
  }

 private:
  bool is_open() const {
    const std::lock_guard lock(guard_);
    return open_;
  }

  void transmit(int value) {
    const std::lock_guard lock(guard_);
    if (!open_) throw std::logic_error("the connection is closed");
    sent_ += value;
  }

  mutable std::mutex guard_;
  bool open_ = false;
  int sent_ = 0;
};

}  // namespace samples
