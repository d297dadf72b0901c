// SPDX-License-Identifier: MIT
// A map that can be compared with another one, repaired: `equal` takes the lock of the map with
// the lower address first.
#pragma once

#include <functional>
#include <map>
#include <mutex>

namespace samples {

class synchronized_map {
 public:
  void put(int key, int value) {
    const std::lock_guard lock(guard_);
    entries_[key] = value;
  }

  void remove(int key) {
    const std::lock_guard lock(guard_);
    entries_.erase(key);
  }

  bool equal(const synchronized_map& other) const {
    if (this == &other) return true;
    const bool this_first = std::less<const synchronized_map*>()(this, &other);
    const std::lock_guard first(this_first ? guard_ : other.guard_);
    const std::lock_guard second(this_first ? other.guard_ : guard_);
    return entries_ == other.entries_;
  }

 private:
  mutable std::mutex guard_;
  std::map<int, int> entries_;
};

}  // namespace samples
