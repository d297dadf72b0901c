// SPDX-License-Identifier: MIT
#include "engine/search/loop_detector.hpp"

#include <algorithm>

namespace mcheck {

std::size_t LoopDetector::hash(const Position& position) const {
  constexpr std::uint64_t kSpread = 0x9e3779b97f4a7c15;
  std::uint64_t mixed = position.local ^ (std::uint64_t{index(position.thread)} << 32 |
                                          index(position.operation.object));
  mixed = (mixed ^ mixed >> 29) * kSpread;
  mixed ^= position.operation.a;
  return (mixed * kSpread) >> 32 & (newest_.size() - 1);
}

void LoopDetector::add(Position position) {
  if (positions_.size() >= newest_.size()) grow();
  position.copy_size = static_cast<std::uint32_t>(copies_.size() - position.copy_from);
  fingerprints_ += position.local != 0 ? 1 : 0;
  std::uint32_t& newest = newest_[hash(position)];
  position.before = newest;
  newest = static_cast<std::uint32_t>(positions_.size());
  positions_.push_back(position);
}

void LoopDetector::grow() {
  constexpr std::size_t kFirst = 64;
  newest_.assign(std::max(kFirst, newest_.size() * 2), kNone);
  for (std::size_t i = 0; i < positions_.size(); ++i) {
    std::uint32_t& newest = newest_[hash(positions_[i])];
    positions_[i].before = newest;
    newest = static_cast<std::uint32_t>(i);
  }
}

void LoopDetector::rewind(const Mark& mark) {
  while (positions_.size() > mark.positions) {
    const Position& last = positions_.back();
    newest_[hash(last)] = last.before;
    fingerprints_ -= last.local != 0 ? 1 : 0;
    positions_.pop_back();
  }
  copies_.resize(mark.copies);
}

}  // namespace mcheck
