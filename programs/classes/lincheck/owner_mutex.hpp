// SPDX-License-Identifier: MIT
// A mutex that knows its owner, a number that the caller chooses. It does not block. The bug is in
// `try_lock`: it takes the lock and stores the owner in two steps. In between, another thread
// finds the mutex locked, and nobody holds it.
#pragma once

#include <atomic>
#include <climits>

namespace samples {

class owner_mutex {
 public:
  bool try_lock(int owner) {
    if (owner == kNobody || locked_.exchange(true)) return false;
    owner_.store(owner);
    return true;
  }

  bool holds(int owner) const { return owner != kNobody && owner_.load() == owner; }

  // False, and nothing happens, if this is not the owner.
  bool unlock(int owner) {
    if (!holds(owner)) return false;
    owner_.store(kNobody);
    locked_.store(false);
    return true;
  }

 private:
  static constexpr int kNobody = INT_MIN;

  std::atomic<bool> locked_{false};
  std::atomic<int> owner_{kNobody};
};

}  // namespace samples
