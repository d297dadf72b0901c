// SPDX-License-Identifier: MIT
// A tree with two leaves, for even and for odd numbers, each with its own lock. The bug is in
// `clear`: it locks the leaves that are in use, and later unlocks the leaves that are in use then.
// If `put` has begun to use a leaf in between, `clear` unlocks a mutex that it never locked:
// misuse.
#pragma once

#include <array>
#include <atomic>
#include <mutex>
#include <set>

namespace samples {

class clearing_tree {
 public:
  void put(int number) {
    leaf& at = leaf_for(number);
    const std::lock_guard lock(at.guard);
    at.numbers.insert(number);
    at.used.store(true);
  }

  bool contains(int number) {
    leaf& at = leaf_for(number);
    const std::lock_guard lock(at.guard);
    return at.numbers.count(number) == 1;
  }

  void clear() {
    for (leaf& at : leaves_) {
      if (at.used.load()) at.guard.lock();
    }
    for (leaf& at : leaves_) {
      if (!at.used.load()) continue;
      at.numbers.clear();
      at.used.store(false);
      at.guard.unlock();
    }
  }

 private:
  struct leaf {
    std::mutex guard;
    std::atomic<bool> used{false};
    std::set<int> numbers;
  };

  leaf& leaf_for(int number) { return leaves_[number % 2 == 0 ? 0 : 1]; }

  std::array<leaf, 2> leaves_;
};

}  // namespace samples
