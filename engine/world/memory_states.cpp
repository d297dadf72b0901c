// SPDX-License-Identifier: MIT
#include "engine/world/memory_states.hpp"

#include <algorithm>

#include "engine/base/invariant.hpp"
#include "engine/platform/raw_copy.hpp"

namespace mcheck {

std::span<const MemoryStates::Piece> MemoryStates::pieces_of(State state) const {
  const std::size_t end = state + 1 < begins_.size() ? begins_[state + 1] : lists_.size();
  return std::span(lists_).subspan(begins_[state], end - begins_[state]);
}

bool MemoryStates::is(Piece piece, const Range& range) const {
  const Kept& kept = pieces_[piece];
  return kept.range == range && raw_equal(range.begin, kept.bytes, range.size);
}

std::byte* MemoryStates::room_for(std::size_t size) {
  if (size > left_) {
    left_ = std::max(size, kChunk);
    chunks_.push_back(std::make_unique_for_overwrite<std::byte[]>(left_));
    bytes_ += left_;
    chunk_end_ = chunks_.back().get() + left_;
  }
  std::byte* const room = chunk_end_ - left_;
  left_ -= size;
  return room;
}

// A sum says which it could be, and the bytes whether it is.
MemoryStates::Piece MemoryStates::find_piece(const Range& range) {
  constexpr std::uint64_t kSpread = 0x9e3779b97f4a7c15;
  Fingerprint sum = fingerprint(range.begin, range.size);
  sum.low += reinterpret_cast<std::uintptr_t>(range.begin) * kSpread;
  const auto known = by_content_.find(sum);
  if (known != by_content_.end() && is(known->second, range)) return known->second;
  const auto piece = static_cast<Piece>(pieces_.size());
  std::byte* const bytes = room_for(range.size);
  raw_copy(bytes, range.begin, range.size);
  pieces_.push_back({range, bytes});
  by_content_.insert_or_assign(sum, piece);
  return piece;
}

// Most pieces are those of the state before.
MemoryStates::State MemoryStates::find_or_keep(const World& world, State before) {
  world.list_pieces(now_);
  if (before == kUnknown) {
    list_.clear();
  } else {
    const std::span<const Piece> last = pieces_of(before);
    list_.assign(last.begin(), last.end());
  }
  const std::size_t known = std::min(list_.size(), now_.size());
  list_.resize(now_.size());
  bool is_new = known < now_.size() || before == kUnknown;
  for (std::size_t i = 0; i < now_.size(); ++i) {
    if (i < known && is(list_[i], now_[i])) continue;
    if (!has_room()) return kUnknown;
    list_[i] = find_piece(now_[i]);
    is_new = true;
  }
  if (!is_new && pieces_of(before).size() == now_.size()) return before;
  const Fingerprint sum = fingerprint(list_.data(), list_.size() * sizeof(Piece));
  const auto found = by_list_.find(sum);
  if (found != by_list_.end()) {
    return std::ranges::equal(pieces_of(found->second), list_) ? found->second : kUnknown;
  }
  if (!has_room()) return kUnknown;
  const auto state = static_cast<State>(begins_.size());
  begins_.push_back(lists_.size());
  lists_.insert(lists_.end(), list_.begin(), list_.end());
  by_list_.emplace(sum, state);
  return state;
}

void MemoryStates::restore(State state, World& world, State before) {
  const std::span<const Piece> wanted = pieces_of(state);
  std::span<const Piece> there;
  if (before != kUnknown) there = pieces_of(before);
  now_.clear();
  for (const Piece piece : wanted) now_.push_back(pieces_[piece].range);
  world.use_pieces(now_);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (i < there.size() && there[i] == wanted[i]) continue;
    const Kept& piece = pieces_[wanted[i]];
    raw_copy(piece.range.begin, piece.bytes, piece.range.size);
  }
}

// In most lists it is where it was in the last one.
MemoryStates::Piece MemoryStates::piece_at(State state, const std::byte* address) const {
  const std::span<const Piece> pieces = pieces_of(state);
  const auto has = [&](Piece piece) {
    const Range& range = pieces_[piece].range;
    return static_cast<std::size_t>(address - range.begin) < range.size;
  };
  std::uint32_t& last = found_at_[number_of_place(address) % found_at_.size()];
  if (last < pieces.size() && has(pieces[last])) return pieces[last];
  const auto found = std::ranges::find_if(pieces, has);
  MCHECK_INVARIANT(found != pieces.end(), "a state has what is asked for");
  last = static_cast<std::uint32_t>(found - pieces.begin());
  return *found;
}

}  // namespace mcheck
