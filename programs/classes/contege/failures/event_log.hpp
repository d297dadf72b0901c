// SPDX-License-Identifier: MIT
// A log of events. The bug is in `sum`: it iterates without the lock. Beside `add` that is a data
// race, and a use after free if the vector moves its elements meanwhile.
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
    int total = 0;
    for (const int event : events_) total += event;
    return total;
  }

 private:
  mutable std::mutex guard_;
  std::vector<int> events_;
};

}  // namespace samples
