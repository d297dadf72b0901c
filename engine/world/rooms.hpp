// SPDX-License-Identifier: MIT
// Stores contents of memory regions and gives each an id: two contents have the same id if all
// bytes are equal. A region is the globals, or the memory of one thread: its stack, its heap's
// metadata, and its heap's blocks. A content is a list of segments, and each distinct segment is
// stored once.
//
// Invariant  A segment is identified by its address, its size and its bytes; segments of a content
//            are in the order of ProgramMemory::segments_of.
// Costs      Finding a content compares it with the previous one and fingerprints the segments that
//            differ; restoring copies the segments that differ.
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

  // Of which region: 1 + its number; 0: the globals.
  using Owner = std::uint16_t;

  // The id of the region's present content; `before` is a recent content of it. kUnknown: the
  // content is new, and the store is full.
  [[nodiscard]] Room find_or_keep(Owner owner, std::span<const Range> now, Room before);
  // Writes the content into the region, which still holds `before`.
  void restore(Room room, Room before) const;

  // Identifies the region and its content.
  [[nodiscard]] const Fingerprint& sum_of(Room room) const { return lists_[room].sum; }
  [[nodiscard]] Owner owner_of(Room room) const { return lists_[room].owner; }

  // A segment of a content, and its byte at an address.
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
  std::byte* chunk_end_ = nullptr;  // of the newest chunk
  std::size_t left_ = 0;            // unused bytes before that
  std::size_t bytes_ = 0;           // of all chunks
  std::unordered_map<Fingerprint, Piece, FingerprintHash> by_content_;
  std::vector<Piece> listed_;
  std::vector<List> lists_;  // by content
  std::unordered_map<Fingerprint, Room, FingerprintHash> by_list_;
  std::vector<Piece> list_;
};

}  // namespace mcheck
