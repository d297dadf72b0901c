// SPDX-License-Identifier: MIT
// A value that a callback updates, repaired: `update` stores the result only if no other thread
// has changed the value meanwhile, and otherwise calls the function again.
#pragma once

#include <atomic>
#include <functional>

namespace samples {

class updated_value {
 public:
  // The new value.
  int update(const std::function<int(int)>& change) {
    int seen = value_.load();
    while (true) {
      const int changed = change(seen);
      if (value_.compare_exchange_strong(seen, changed)) return changed;
    }
  }

  int get() const { return value_.load(); }

 private:
  std::atomic<int> value_{0};
};

}  // namespace samples
