// SPDX-License-Identifier: MIT
// A class with static methods and one static count, which keeps its value from test to test unless
// it is restored. Safe.
#pragma once

#include <atomic>

namespace samples {

class static_counter {
 public:
  static int next() { return ++count_; }
  static int get() { return count_.load(); }

 private:
  static inline std::atomic<int> count_{0};
};

}  // namespace samples
