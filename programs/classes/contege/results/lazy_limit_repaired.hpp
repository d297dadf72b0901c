// SPDX-License-Identifier: MIT
// A limit that is computed at the first use, repaired: std::call_once lets each thread wait until
// the limit is stored.
#pragma once

#include <mutex>

namespace samples {

class lazy_limit {
 public:
  int limit() {
    std::call_once(initialised_, [this] { limit_ = 10; });
    return limit_;
  }

  bool allows(int amount) { return amount <= limit(); }

 private:
  std::once_flag initialised_;
  int limit_ = 0;
};

}  // namespace samples
