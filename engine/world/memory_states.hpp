// SPDX-License-Identifier: MIT
// Memory as it has been at some times, each known by a number: the same number where everything is
// the same, byte for byte. From one state to the next hardly anything changes but what one thread
// has, so a state is a list of pieces, and each different piece is kept once.
//
// Invariant  a piece is known by where it lies, how long it is and what it holds; pieces of a state
//            stand in the order of World::list_pieces()
// Costs      to find the state of memory compares all of it with the state before, and sums up the
//            pieces that differ; to put one back copies the pieces that differ
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/base/fingerprint.hpp"
#include "engine/world/world.hpp"

namespace mcheck {

class MemoryStates {
 public:
  using State = std::uint32_t;
  static constexpr State kUnknown = ~State{0};

  // The state that memory is in, which was in that one not long ago. kUnknown: it is a new one, and
  // there is no room for more.
  [[nodiscard]] State find_or_keep(const World& world, State before);
  // Memory is in that state from now on; so far it is in the other, as it was left there.
  void restore(State state, World& world, State before);

  // The piece of a state that has that address in it; and what it has there.
  // REQUIRES: the address is in one of the state's places.
  using Piece = std::uint32_t;
  [[nodiscard]] Piece piece_at(State state, const std::byte* address) const;
  [[nodiscard]] const std::byte* seen(Piece piece, const std::byte* address) const {
    const Kept& kept = pieces_[piece];
    return kept.bytes + (address - kept.range.begin);
  }

  [[nodiscard]] bool has_room() const { return bytes_ < kMostBytes && lists_.size() < kMostListed; }

 private:
  struct Kept {
    Range range;
    const std::byte* bytes = nullptr;
  };

  [[nodiscard]] std::span<const Piece> pieces_of(State state) const;
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
  std::vector<Piece> lists_;
  std::vector<std::size_t> begins_;  // of each state's list, in lists_
  std::unordered_map<Fingerprint, State, FingerprintHash> by_list_;
  std::vector<Range> now_;
  std::vector<Piece> list_;
  mutable std::array<std::uint32_t, 64> found_at_{};  // in the last list, by place
};

}  // namespace mcheck
