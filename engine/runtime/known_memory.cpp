// SPDX-License-Identifier: MIT
#include "engine/runtime/known_memory.hpp"

#include <algorithm>

namespace mcheck {

bool KnownMemory::put_back() {
  stale_ = false;
  stacks_.clear();
  for (std::size_t i = kMain; i < row_.size(); ++i) {
    stacks_.push_back(rooms_.range_of(rooms_.piece(row_[i], World::kStackPiece)).begin);
  }
  world_.use_stacks(stacks_);
  for (std::size_t i = 0; i < row_.size(); ++i) {
    const Room before = i < there_.size() ? there_[i] : Rooms::kUnknown;
    if (before != row_[i]) rooms_.restore(row_[i], before);
  }
  there_ = row_;
  return true;
}

// What is not in the row any more is in the trail.
void KnownMemory::use_row(std::size_t size) {
  for (std::size_t i = size; i < row_.size(); ++i) set(static_cast<Nth>(i), Rooms::kUnknown);
  row_.resize(size, Rooms::kUnknown);
}

bool KnownMemory::find(Nth nth) {
  Room room = Rooms::kUnknown;
  if (nth == kGlobals) {
    room = rooms_.find_or_keep(world_.globals(), row_[nth]);
  } else {
    const std::size_t number = world_.places_in_use()[nth - kMain];
    nth_[number] = nth;
    room = rooms_.find_or_keep(world_.pieces_of(number), row_[nth]);
  }
  if (room == Rooms::kUnknown) return false;
  if (row_[nth] != room) set(nth, room);
  return true;
}

void KnownMemory::find(std::optional<Nth> alone) {
  known_ = false;
  if (alone) {
    known_ = find(kGlobals) && find(kMain) && (*alone == kMain || find(*alone));
  } else {
    use_row(kMain + world_.places_in_use().size());
    known_ = true;
    for (std::size_t i = 0; known_ && i < row_.size(); ++i) known_ = find(static_cast<Nth>(i));
  }
  stale_ = false;
  changes();
  if (known_) there_ = row_;
}

void KnownMemory::go_back(const Mark& mark) {
  while (trail_.size() > mark.changes) {
    const Was& was = trail_.back();
    if (row_.size() <= was.nth) row_.resize(was.nth + std::size_t{1}, Rooms::kUnknown);
    row_[was.nth] = was.room;
    trail_.pop_back();
  }
  sum_ = mark.sum;
  while (!row_.empty() && row_.back() == Rooms::kUnknown) row_.pop_back();
  known_ = stale_ = mark.known;
  if (!known_) changes();
}

void KnownMemory::forget() {
  leave();
  rooms_ = {};
  row_.clear();
  trail_.clear();
  sum_ = {};
  facts_.clear();
  stands_.clear();
}

KnownMemory::Facts& KnownMemory::facts() {
  if (facts_.size() >= kMostFacts) facts_.clear();
  return facts_[sum_];
}

KnownMemory::Stand& KnownMemory::stand(Piece piece, const Resident& resident) {
  if (stands_.size() <= piece) stands_.resize(piece + 1);
  Stand& stand = stands_[piece];
  if (stand.pointer == nullptr) {
    const std::byte* const kept_at = resident.coroutine->keeps_stack_pointer_at();
    stand.pointer = Coroutine::stack_pointer_in(rooms_.seen(piece, kept_at));
  }
  return stand;
}

std::span<const std::byte> KnownMemory::stack_in(Piece piece, const Resident& resident) {
  const std::byte* const from = stand(piece, resident).pointer;
  return {rooms_.seen(piece, from), static_cast<std::size_t>(resident.stack_end - from)};
}

}  // namespace mcheck
