// SPDX-License-Identifier: MIT
#include "engine/world/rooms.hpp"

#include <algorithm>

#include "engine/platform/raw_copy.hpp"

namespace mcheck {

bool Rooms::is(Piece piece, const Range& range) const {
  const Kept& kept = pieces_[piece];
  return kept.range == range && raw_equal(range.begin, kept.bytes, range.size);
}

std::byte* Rooms::room_for(std::size_t size) {
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

// The fingerprint selects a candidate; the comparison of the bytes decides.
Rooms::Piece Rooms::find_piece(const Range& range) {
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

// Most segments have not changed.
Rooms::Room Rooms::find_or_keep(Owner owner, std::span<const Range> now, Room before) {
  if (before == kUnknown) {
    list_.clear();
  } else {
    const std::span<const Piece> last = pieces_of(before);
    list_.assign(last.begin(), last.end());
  }
  const std::size_t known = list_.size();
  list_.resize(now.size());
  bool is_new = known != now.size();
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (i < known && is(list_[i], now[i])) continue;
    if (!has_room()) return kUnknown;
    list_[i] = find_piece(now[i]);
    is_new = true;
  }
  if (!is_new && before != kUnknown) return before;
  const Fingerprint sum = fingerprint(list_.data(), list_.size() * sizeof(Piece));
  const auto found = by_list_.find(sum);
  if (found != by_list_.end()) {
    return std::ranges::equal(pieces_of(found->second), list_) ? found->second : kUnknown;
  }
  if (!has_room()) return kUnknown;
  const auto room = static_cast<Room>(lists_.size());
  lists_.push_back({.sum = sum,
                    .begin = static_cast<std::uint32_t>(listed_.size()),
                    .owner = owner,
                    .size = static_cast<std::uint16_t>(list_.size())});
  listed_.insert(listed_.end(), list_.begin(), list_.end());
  by_list_.emplace(sum, room);
  return room;
}

void Rooms::restore(Room room, Room before) const {
  const std::span<const Piece> wanted = pieces_of(room);
  std::span<const Piece> there;
  if (before != kUnknown) there = pieces_of(before);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (i < there.size() && there[i] == wanted[i]) continue;
    const Kept& piece = pieces_[wanted[i]];
    raw_copy(piece.range.begin, piece.bytes, piece.range.size);
  }
}

}  // namespace mcheck
