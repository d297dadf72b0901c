// SPDX-License-Identifier: MIT
#include "engine/search/loops/loop_detector.hpp"

#include <algorithm>

namespace mcheck {

std::uint32_t LoopDetector::hash_of(const Position& position) {
  constexpr std::uint64_t kSpread = 0x9e3779b97f4a7c15;
  std::uint64_t mixed = position.local ^ (std::uint64_t{index(position.thread)} << 32 |
                                          index(position.operation.object));
  mixed = (mixed ^ mixed >> 29) * kSpread;
  mixed ^= position.operation.a;
  return static_cast<std::uint32_t>((mixed * kSpread) >> 32);
}

void LoopDetector::add(const Position& position) {
  if (positions_.size() >= newest_.size()) grow();
  Position& added = positions_.emplace_back(position);
  added.copy_size = static_cast<std::uint32_t>(copies_.size() - added.copy_from);
  added.hash = hash_of(added);
  fingerprints_ += added.local != 0 ? 1 : 0;
  std::uint32_t& newest = newest_[slot(added.hash)];
  added.before = newest;
  newest = static_cast<std::uint32_t>(positions_.size() - 1);
}

void LoopDetector::grow() {
  constexpr std::size_t kFirst = 64;
  newest_.assign(std::max(kFirst, newest_.size() * 2), kNone);
  for (std::size_t i = 0; i < positions_.size(); ++i) {
    std::uint32_t& newest = newest_[slot(positions_[i].hash)];
    positions_[i].before = newest;
    newest = static_cast<std::uint32_t>(i);
  }
}

void LoopDetector::rewind(const Snapshot& snapshot) {
  while (positions_.size() > snapshot.positions) {
    const Position& last = positions_.back();
    newest_[slot(last.hash)] = last.before;
    fingerprints_ -= last.local != 0 ? 1 : 0;
    positions_.pop_back();
  }
  copies_.resize(snapshot.copies);
}

}  // namespace mcheck
