// SPDX-License-Identifier: MIT
// A limit that is computed at the first use. The bug is in `limit`: it marks the limit as
// initialised before it stores it. A second thread sees the mark, and 0 instead of the limit.
#pragma once

#include <atomic>

namespace samples {

class lazy_limit {
 public:
  int limit() {
    if (!initialised_.exchange(true)) limit_.store(10);
    return limit_.load();
  }

  bool allows(int amount) { return amount <= limit(); }

 private:
  std::atomic<bool> initialised_{false};
  std::atomic<int> limit_{0};
};

}  // namespace samples
