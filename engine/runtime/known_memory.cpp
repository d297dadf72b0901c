// SPDX-License-Identifier: MIT
#include "engine/runtime/known_memory.hpp"

#include <algorithm>
#include <utility>

namespace mcheck {

// A room that is not used any more is cleared.
void KnownMemory::use_places() {
  places_.clear();
  for (std::size_t i = kMain; i < row_.size(); ++i) {
    places_.push_back(number_of_place(stack_begin(row_[i])));
  }
  if (std::ranges::equal(places_, world_.places_in_use())) return;
  bars_.lift();
  world_.use_places(places_);
}

void KnownMemory::put_back(Nth nth) {
  if (there_[nth] == row_[nth]) return;
  rooms_.restore(row_[nth], there_[nth]);
  there_[nth] = row_[nth];
  if (nth != kGlobals) world_.rest(places_[nth - kMain], stack_begin(row_[nth]));
}

bool KnownMemory::put_back() {
  stale_ = few_ = false;
  bars_.lift();
  use_places();
  there_.resize(row_.size(), Rooms::kUnknown);
  for (std::size_t i = 0; i < row_.size(); ++i) put_back(static_cast<Nth>(i));
  return true;
}

void KnownMemory::replaced() {
  bars_.lift();
  changes();
  known_ = stale_ = few_ = false;
}

// While the thread runs its room passes for what it was: only others are put back.
void KnownMemory::make_few_real(const Resident& own) {
  use_places();
  bars_.put_up(places_, own.number);
  there_.resize(row_.size(), Rooms::kUnknown);
  for (const Nth nth : {kGlobals, kMain, nth_of(own)}) put_back(nth);
  stale_ = few_ = true;
}

bool KnownMemory::find_few(const Resident& own) {
  if (!std::exchange(few_, false)) return false;
  known_ = true;
  for (const Nth nth : {kGlobals, kMain, nth_of(own)}) {
    known_ = known_ && find(nth);
    there_[nth] = row_[nth];
  }
  if (!known_) put_back(), changes();
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

void KnownMemory::find() {
  use_row(kMain + world_.places_in_use().size());
  known_ = true;
  for (std::size_t i = 0; known_ && i < row_.size(); ++i) known_ = find(static_cast<Nth>(i));
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
  if (!mark.known) return replaced();
  known_ = stale_ = true;
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
