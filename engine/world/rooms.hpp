// SPDX-License-Identifier: MIT
// What rooms of memory have held at some times, each content known by a number: the same number
// where everything is the same, byte for byte. A room is the globals, or what one thread has: its
// stack, what its heap knows, and its heap's bytes. It is a list of pieces, and each different
// piece is kept once.
//
// Invariant  a piece is known by where it lies, how long it is and what it holds; pieces of a room
//            stand in the order in which the world lists them
// Costs      to find what a room holds compares all of it with what it held before, and sums up the
//            pieces that differ; to put one back copies the pieces that differ
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/base/fingerprint.hpp"
#include "engine/world/place.hpp"

namespace mcheck {

class Rooms {
 public:
  using Room = std::uint32_t;
  static constexpr Room kUnknown = ~Room{0};
  static constexpr Room kMostRooms = Room{1} << 20;

  // Whose: a place's number and one more; 0: the globals.
  using Owner = std::uint16_t;

  // What the room with these pieces holds, which held that not long ago. kUnknown: it is something
  // new, and there is no room for more.
  [[nodiscard]] Room find_or_keep(Owner owner, std::span<const Range> now, Room before);
  // It holds that from now on; so far it holds the other, as it was left there.
  void restore(Room room, Room before) const;

  // Stands for the room and what it holds.
  [[nodiscard]] const Fingerprint& sum_of(Room room) const { return lists_[room].sum; }
  [[nodiscard]] Owner owner_of(Room room) const { return lists_[room].owner; }

  // A piece of a room, and what it has at that address.
  using Piece = std::uint32_t;
  [[nodiscard]] Piece piece(Room room, std::size_t nth) const { return pieces_of(room)[nth]; }
  [[nodiscard]] Range range_of(Piece piece) const { return pieces_[piece].range; }
  [[nodiscard]] const std::byte* seen(Piece piece, const std::byte* address) const {
    const Kept& kept = pieces_[piece];
    return kept.bytes + (address - kept.range.begin);
  }

  [[nodiscard]] bool has_room() const {
    return bytes_ < kMostBytes && listed_.size() < kMostListed && lists_.size() < kMostRooms;
  }

 private:
  struct Kept {
    Range range;
    const std::byte* bytes = nullptr;
  };

  struct List {
    Fingerprint sum;
    std::uint32_t begin = 0;  // in listed_
    Owner owner = 0;
    std::uint16_t size = 0;
  };

  [[nodiscard]] std::span<const Piece> pieces_of(Room room) const {
    return std::span(listed_).subspan(lists_[room].begin, lists_[room].size);
  }
  [[nodiscard]] bool is(Piece piece, const Range& range) const;
  [[nodiscard]] Piece find_piece(const Range& range);
  std::byte* room_for(std::size_t size);

  static constexpr std::size_t kMostBytes = std::size_t{10} << 20;
  static constexpr std::size_t kMostListed = std::size_t{1} << 20;
  static constexpr std::size_t kChunk = std::size_t{64} << 10;

  std::vector<Kept> pieces_;
  std::vector<std::unique_ptr<std::byte[]>> chunks_;
  std::byte* chunk_end_ = nullptr;  // of the newest
  std::size_t left_ = 0;            // before that
  std::size_t bytes_ = 0;           // of all chunks
  std::unordered_map<Fingerprint, Piece, FingerprintHash> by_content_;
  std::vector<Piece> listed_;
  std::vector<List> lists_;  // by room
  std::unordered_map<Fingerprint, Room, FingerprintHash> by_list_;
  std::vector<Piece> list_;
};

}  // namespace mcheck
