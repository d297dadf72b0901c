// SPDX-License-Identifier: MIT
// A tree of a root, which counts, and a leaf, which holds the numbers, each with its own lock. The
// bug: `put` locks the root and tries the leaf, `remove` locks the leaf and tries the root. If the
// second lock is taken, each of them unlocks and begins again. Two threads can so stop each other
// forever without being blocked: livelock.
#pragma once

#include <cstddef>
#include <mutex>
#include <set>

namespace samples {

class try_lock_tree {
 public:
  void put(int number) {
    while (true) {
      const std::lock_guard top(root_guard_);
      const std::unique_lock below(leaf_guard_, std::try_to_lock);
      if (!below.owns_lock()) continue;
      numbers_.insert(number);
      count_ = numbers_.size();
      return;
    }
  }

  void remove(int number) {
    while (true) {
      const std::lock_guard below(leaf_guard_);
      const std::unique_lock top(root_guard_, std::try_to_lock);
      if (!top.owns_lock()) continue;
      numbers_.erase(number);
      count_ = numbers_.size();
      return;
    }
  }

  std::size_t count() const {
    const std::lock_guard top(root_guard_);
    return count_;
  }

 private:
  mutable std::mutex root_guard_;
  std::mutex leaf_guard_;
  std::size_t count_ = 0;
  std::set<int> numbers_;
};

}  // namespace samples
