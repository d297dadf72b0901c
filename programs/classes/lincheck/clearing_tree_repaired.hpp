// SPDX-License-Identifier: MIT
// A tree with two leaves, for even and for odd numbers, each with its own lock. Repaired: `clear`
// locks both leaves, in use or not, and unlocks both.
#pragma once

#include <array>
#include <mutex>
#include <set>

namespace samples {

class clearing_tree {
 public:
  void put(int number) {
    leaf& at = leaf_for(number);
    const std::lock_guard lock(at.guard);
    at.numbers.insert(number);
  }

  bool contains(int number) {
    leaf& at = leaf_for(number);
    const std::lock_guard lock(at.guard);
    return at.numbers.count(number) == 1;
  }

  void clear() {
    for (leaf& at : leaves_) at.guard.lock();
    for (leaf& at : leaves_) {
      at.numbers.clear();
      at.guard.unlock();
    }
  }

 private:
  struct leaf {
    std::mutex guard;
    std::set<int> numbers;
  };

  leaf& leaf_for(int number) { return leaves_[number % 2 == 0 ? 0 : 1]; }

  std::array<leaf, 2> leaves_;
};

}  // namespace samples
