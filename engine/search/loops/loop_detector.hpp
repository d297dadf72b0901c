// SPDX-License-Identifier: MIT
// Detects that a thread which only reads is back at an earlier position: an iteration of a spin
// loop (docs/algorithms/spin_loops.md). It keeps every position, however long the execution, so
// that it finds the first iteration that repeats. The search goes back by one step to watch that
// iteration closely; an iteration that was found later would have been counted before.
//
// The first positions are kept as copies of the thread's local state, which cost a tenth of a
// fingerprint; later ones as fingerprints in a hash table. Positions with a clock time are always
// copies: two of them may be equal except for the time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/base/ids.hpp"
#include "engine/trace/semantics/event.hpp"

namespace mcheck {

struct Position {
  ThreadId thread{};
  std::uint32_t event = 0;       // index among the thread's events
  Operation operation;           // what it was about to do
  std::uint64_t local = 0;       // fingerprint of its local state; 0: a copy is kept
  std::int64_t time = 0;         // by the thread's clock; 0: it has not advanced
  std::uint64_t change_sum = 0;  // ThreadRecord::change_sum
  std::size_t copy_from = 0;     // offset in the copies
  std::uint32_t copy_size = 0;
  std::uint32_t before = kNone;  // the previous position in the same slot
  std::uint32_t hash = 0;
};

class LoopDetector {
 public:
  // Append a copy of a thread's local state here.
  [[nodiscard]] std::vector<std::byte>& copies() { return copies_; }
  // Whether the next position should be a copy.
  [[nodiscard]] bool prefers_copies() const { return copies_.size() < kMaxCopiedBytes; }
  // The position's copy starts at `position.copy_from` and ends with the copies.
  void add(const Position& position);

  // The newest position of the thread since its event `from` with the same pending operation that
  // `matches(position, copy)` accepts; null: none. Calls `fingerprint()` at most once, and only if
  // there are positions without a copy.
  template <class IsLike, class GetFingerprint>
  [[nodiscard]] const Position* find(const Position& wanted, std::uint32_t from,
                                     const IsLike& matches,
                                     const GetFingerprint& fingerprint) const {
    const auto accept = [&](const Position& known) {
      const std::span<const std::byte> all(copies_);
      return matches(known, all.subspan(known.copy_from, known.copy_size));
    };
    Position key = wanted;
    key.local = 0;
    const Position* const copied = newest(key, from, accept);
    if (fingerprints_ == 0) return copied;
    key.local = fingerprint();
    if (key.local == 0) return copied;
    const Position* const hashed = newest(key, from, [](const Position&) { return true; });
    const bool hashed_is_newer =
        copied == nullptr || (hashed != nullptr && hashed->event > copied->event);
    return hashed_is_newer ? hashed : copied;
  }

  struct Snapshot {
    std::size_t positions = 0;
    std::size_t copies = 0;
  };
  [[nodiscard]] Snapshot snapshot() const { return {positions_.size(), copies_.size()}; }
  void rewind(const Snapshot& snapshot);
  void clear() { rewind({}); }

 private:
  static constexpr std::size_t kMaxCopiedBytes = std::size_t{32} << 10;

  template <class Accepts>
  [[nodiscard]] const Position* newest(const Position& key, std::uint32_t from,
                                       const Accepts& accepts) const {
    if (positions_.empty()) return nullptr;
    for (std::uint32_t at = newest_[slot(hash_of(key))]; at != kNone; at = positions_[at].before) {
      const Position& known = positions_[at];
      if (known.thread != key.thread) continue;
      if (known.event < from) return nullptr;
      const bool same = known.local == key.local && known.change_sum == key.change_sum;
      if (same && known.operation == key.operation && accepts(known)) return &known;
    }
    return nullptr;
  }
  [[nodiscard]] static std::uint32_t hash_of(const Position& position);
  // REQUIRES: there are slots.
  [[nodiscard]] std::size_t slot(std::uint32_t hash) const { return hash & (newest_.size() - 1); }
  void grow();

  std::vector<Position> positions_;
  std::vector<std::byte> copies_;
  std::vector<std::uint32_t> newest_;  // by hash; a power of two, and more than there are positions
  std::size_t fingerprints_ = 0;       // how many positions are no copies
};

}  // namespace mcheck
