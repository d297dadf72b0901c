// SPDX-License-Identifier: MIT
// A room for one visitor at a time. The bug is in `visit`: it finds the room occupied and then
// waits, without checking again under the lock. If the other visitor leaves in between, its
// notification is lost, and the second visitor waits forever: deadlock. Alone, a visitor never
// waits.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>

namespace samples {

class single_room {
 public:
  // The number of this visit; the first is 1.
  int visit() {
    while (occupied_.exchange(true)) {
      std::unique_lock lock(guard_);
      left_.wait(lock);
    }
    const int number = visits_.fetch_add(1) + 1;
    {
      const std::lock_guard lock(guard_);
      occupied_.store(false);
    }
    left_.notify_all();
    return number;
  }

  int visits() const { return visits_.load(); }

 private:
  std::atomic<bool> occupied_{false};
  std::atomic<int> visits_{0};
  std::mutex guard_;
  std::condition_variable left_;
};

}  // namespace samples
