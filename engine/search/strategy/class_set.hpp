// SPDX-License-Identifier: MIT
// The classes of executions that a sampling search has seen. All its memory is allocated at once,
// so that the millionth execution needs no more than the first, and nothing is allocated between
// executions.
//
// Each class is a 64-bit hash (engine/trace/order/class_sum.hpp). With the maximal number of
// classes a collision happens once in 10^9 searches, and makes the reported number too small by
// one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/trace/results/result.hpp"

namespace mcheck {

class ClassSet {
 public:
  // REQUIRES: size() < kMaxClasses
  void insert(std::uint64_t sum) {
    if (slots_.empty()) slots_.resize(kSlots);
    const std::uint64_t key = sum == 0 ? 1 : sum;  // 0 is an empty slot
    std::size_t at = key % kSlots;
    while (slots_[at] != 0 && slots_[at] != key) at = (at + 1) % kSlots;
    if (slots_[at] == 0) ++size_;
    slots_[at] = key;
  }

  [[nodiscard]] std::uint64_t size() const { return size_; }

 private:
  static constexpr std::size_t kSlots = std::size_t{1} << 18;
  static_assert(kMaxClasses < kSlots * 4 / 5);

  std::vector<std::uint64_t> slots_;
  std::uint64_t size_ = 0;
};

}  // namespace mcheck
