// SPDX-License-Identifier: MIT
#include "engine/runtime/known_memory.hpp"

#include <algorithm>
#include <utility>

#include "engine/platform/system_calls.hpp"

namespace mcheck {

// Clears regions that are no longer used.
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
  make_system_calls();
  bars_.lift();
  use_places();
  there_.resize(row_.size(), Rooms::kUnknown);
  for (std::size_t i = 0; i < row_.size(); ++i) put_back(static_cast<Nth>(i));
  return true;
}

void KnownMemory::replaced() {
  make_system_calls();
  bars_.lift();
  changes();
  known_ = stale_ = few_ = false;
}

// While the thread runs, its region counts as unchanged: only others are restored.
bool KnownMemory::make_few_real(const Resident& own) {
  use_places();
  bars_.put_up(places_, own.number);
  there_.resize(row_.size(), Rooms::kUnknown);
  for (const Nth nth : {kGlobals, kMain, nth_of(own)}) put_back(nth);
  stale_ = true;
  return few_ = tell_system_calls();
}

bool KnownMemory::find_few(const Resident& own) {
  make_system_calls();
  if (!std::exchange(few_, false)) return false;
  known_ = true;
  for (const Nth nth : {kGlobals, kMain, nth_of(own)}) {
    known_ = known_ && find(nth);
    there_[nth] = row_[nth];
  }
  if (!known_) put_back(), changes();
  return true;
}

bool KnownMemory::find(Nth nth) {
  Room room = Rooms::kUnknown;
  if (nth == kGlobals) {
    room = rooms_.find_or_keep(kGlobals, world_.globals(), row_[nth]);
  } else {
    const std::size_t number = world_.places_in_use()[nth - kMain];
    nth_[owner(number)] = nth;
    room = rooms_.find_or_keep(owner(number), world_.pieces_of(number), row_[nth]);
  }
  if (room == Rooms::kUnknown) return false;
  row_[nth] = room;
  return true;
}

void KnownMemory::find() {
  row_.resize(kMain + world_.places_in_use().size(), Rooms::kUnknown);
  known_ = true;
  for (std::size_t i = 0; known_ && i < row_.size(); ++i) known_ = find(static_cast<Nth>(i));
  stale_ = false;
  changes();
  if (known_) there_ = row_;
}

KnownMemory::Mark KnownMemory::mark() {
  const auto begin = static_cast<Mark>(marked_.size());
  if (known_) marked_.insert(marked_.end(), row_.begin(), row_.end());
  return begin;
}

void KnownMemory::go_back(Mark mark) {
  if (!was_known(mark)) return replaced();
  row_.assign(marked_.begin() + mark, marked_.end());
  known_ = stale_ = true;
}

void KnownMemory::list_changed(std::span<const Room> before, Room own,
                               std::vector<Room>& into) const {
  into.clear();
  for (std::size_t i = 0; i < row_.size(); ++i) {
    if (row_[i] != before[i] && row_[i] != own) into.push_back(row_[i]);
  }
}

// Equal contents in another order are different memory: regions are listed in the order of first
// use.
Fingerprint KnownMemory::sum() const {
  constexpr std::uint64_t kApart = 0x9e3779b97f4a7c15;
  Fingerprint all;
  for (const Room room : row_) {
    all.low = kApart * all.low + rooms_.sum_of(room).low;
    all.high = kApart * all.high + rooms_.sum_of(room).high;
  }
  return all;
}

void KnownMemory::forget() {
  leave();
  rooms_ = {};
  row_.clear();
  marked_.clear();
  facts_.clear();
  stands_.clear();
}

KnownMemory::Facts& KnownMemory::facts() {
  if (facts_.size() >= kMostFacts) facts_.clear();
  return facts_[sum()];
}

KnownMemory::Stand& KnownMemory::stand(Piece piece, const Resident& resident) {
  if (stands_.size() <= piece) stands_.resize(piece + 1);
  Stand& stand = stands_[piece];
  if (stand.pointer == nullptr) {
    const std::byte* const kept_at = resident.coroutine->keeps_stack_pointer_at();
    stand.pointer = resident.coroutine->stack_pointer_in(rooms_.seen(piece, kept_at));
  }
  return stand;
}

std::span<const std::byte> KnownMemory::stack_in(Piece piece, const Resident& resident) {
  const std::byte* const from = stand(piece, resident).pointer;
  return {rooms_.seen(piece, from), static_cast<std::size_t>(resident.stack_end - from)};
}

}  // namespace mcheck
