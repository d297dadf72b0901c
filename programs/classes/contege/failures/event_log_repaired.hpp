// SPDX-License-Identifier: MIT
// A log of events, repaired: `sum` iterates under the lock.
#pragma once

#include <mutex>
#include <vector>

namespace samples {

class event_log {
 public:
  void add(int event) {
    const std::lock_guard lock(guard_);
    events_.push_back(event);
  }

  int sum() const {
    const std::lock_guard lock(guard_);
    int total = 0;
    for (const int event : events_) total += event;
    return total;
  }

 private:
  mutable std::mutex guard_;
  std::vector<int> events_;
};

}  // namespace samples
