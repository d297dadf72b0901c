// SPDX-License-Identifier: MIT
// Groups that contain groups, repaired: `put_into` checks and links in one critical section, so no
// group ever contains itself.
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
    const std::lock_guard lock(guard_);
    if (reaches(inner % kGroups, outer % kGroups, kGroups)) return;
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
