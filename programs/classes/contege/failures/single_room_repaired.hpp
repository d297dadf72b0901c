// SPDX-License-Identifier: MIT
// A room for one visitor at a time, repaired: `visit` checks and waits under one lock.
#pragma once

#include <condition_variable>
#include <mutex>

namespace samples {

class single_room {
 public:
  // The number of this visit; the first is 1.
  int visit() {
    std::unique_lock lock(guard_);
    left_.wait(lock, [this] { return !occupied_; });
    occupied_ = true;
    const int number = ++visits_;
    occupied_ = false;
    lock.unlock();
    left_.notify_all();
    return number;
  }

  int visits() const {
    const std::lock_guard lock(guard_);
    return visits_;
  }

 private:
  mutable std::mutex guard_;
  std::condition_variable left_;
  bool occupied_ = false;
  int visits_ = 0;
};

}  // namespace samples
