// SPDX-License-Identifier: MIT
// A mutex that knows its owner, a number that the caller chooses. It does not block. Repaired: the
// owner is the only state, so a compare-exchange of the owner takes and releases the lock.
#pragma once

#include <atomic>
#include <climits>

namespace samples {

class owner_mutex {
 public:
  bool try_lock(int owner) {
    int expected = kNobody;
    return owner != kNobody && owner_.compare_exchange_strong(expected, owner);
  }

  bool holds(int owner) const { return owner != kNobody && owner_.load() == owner; }

  // False, and nothing happens, if this is not the owner.
  bool unlock(int owner) {
    return owner != kNobody && owner_.compare_exchange_strong(owner, kNobody);
  }

 private:
  static constexpr int kNobody = INT_MIN;

  std::atomic<int> owner_{kNobody};
};

}  // namespace samples
