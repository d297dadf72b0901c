// SPDX-License-Identifier: MIT
// A map that can be compared with another one. The bug is in `equal`: it holds the lock of this
// map while it takes that of the other one. a.equal(b) beside b.equal(a) is a deadlock.
#pragma once

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
    const std::lock_guard mine(guard_);
    const std::lock_guard theirs(other.guard_);
    return entries_ == other.entries_;
  }

 private:
  mutable std::mutex guard_;
  std::map<int, int> entries_;
};

}  // namespace samples
