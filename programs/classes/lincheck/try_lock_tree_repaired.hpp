// SPDX-License-Identifier: MIT
// A tree of a root, which counts, and a leaf, which holds the numbers, each with its own lock.
// Repaired: `put` and `remove` both wait for the root's lock and then for the leaf's.
#pragma once

#include <cstddef>
#include <mutex>
#include <set>

namespace samples {

class try_lock_tree {
 public:
  void put(int number) {
    const std::lock_guard top(root_guard_);
    const std::lock_guard below(leaf_guard_);
    numbers_.insert(number);
    count_ = numbers_.size();
  }

  void remove(int number) {
    const std::lock_guard top(root_guard_);
    const std::lock_guard below(leaf_guard_);
    numbers_.erase(number);
    count_ = numbers_.size();
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
