// SPDX-License-Identifier: MIT
// A value that a callback updates. The bug is in `update`: it loads the value, calls the function,
// and stores the result, each on its own. An update of another thread in between is lost.
#pragma once

#include <atomic>
#include <functional>

namespace samples {

class updated_value {
 public:
  // The new value.
  int update(const std::function<int(int)>& change) {
    const int changed = change(value_.load());
    value_.store(changed);
    return changed;
  }

  int get() const { return value_.load(); }

 private:
  std::atomic<int> value_{0};
};

}  // namespace samples
