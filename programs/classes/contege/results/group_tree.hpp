// SPDX-License-Identifier: MIT
// Groups that contain groups. The bug is in `put_into`: it checks that the outer group is not
// inside the inner one, and links them in a second critical section. Two threads can so put two
// groups into each other, and `depth` then recurses through a structure that contains itself:
// beyond the number of groups it throws std::length_error instead of exhausting the stack.
#pragma once

#include <algorithm>
#include <array>
#include <mutex>
#include <stdexcept>

namespace samples {

class group_tree {
 public:
  // Does nothing if that would make a cycle. Group numbers are taken modulo 4.
  void put_into(unsigned outer, unsigned inner) {
    if (contains(inner, outer)) return;
    const std::lock_guard lock(guard_);
    inside_[outer % kGroups][inner % kGroups] = true;
  }

  // Whether the groups are the same, or one is inside the other.
  bool contains(unsigned outer, unsigned inner) const {
    const std::lock_guard lock(guard_);
    return reaches(outer % kGroups, inner % kGroups, kGroups);
  }

  int depth(unsigned group) const {
    const std::lock_guard lock(guard_);
    return depth_below(group % kGroups, 0);
  }

 private:
  static constexpr unsigned kGroups = 4;

  bool reaches(unsigned outer, unsigned inner, unsigned steps) const {
    if (outer == inner) return true;
    for (unsigned next = 0; steps > 0 && next < kGroups; ++next) {
      if (inside_[outer][next] && reaches(next, inner, steps - 1)) return true;
    }
    return false;
  }

  int depth_below(unsigned group, unsigned level) const {
    if (level > kGroups) throw std::length_error("a group contains itself");
    int deepest = 0;
    for (unsigned next = 0; next < kGroups; ++next) {
      if (inside_[group][next]) deepest = std::max(deepest, depth_below(next, level + 1));
    }
    return deepest + 1;
  }

  mutable std::mutex guard_;
  std::array<std::array<bool, kGroups>, kGroups> inside_{};
};

}  // namespace samples
