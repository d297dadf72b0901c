// SPDX-License-Identifier: MIT
// Finds out when a thread that only reads is back at a position where it was before: a turn of a
// loop that polls (docs/algorithms/spin_loops.md). Every position is kept, however long the
// execution, so that the first turn that repeats is found. A search goes back by one step to look
// closely at such a turn; a turn that was found later would have been counted before.
//
// The first positions are kept as copies of what is local to the thread, which costs a tenth of a
// fingerprint; later ones as fingerprints in a hash table. Positions in a thread's own time are
// always copies: two of them may be equal but for the time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/base/ids.hpp"
#include "engine/trace/event.hpp"

namespace mcheck {

struct Position {
  ThreadId thread{};
  std::uint32_t event = 0;    // the thread's own count of events
  Operation operation;        // what it was about to do
  std::uint64_t local = 0;    // fingerprint of what is local to it; 0: a copy is kept
  std::int64_t time = 0;      // by the thread's clock; 0: that has not gone on
  std::uint64_t drift = 0;    // ThreadRecord::drift
  std::size_t copy_from = 0;  // in the copies
  std::uint32_t copy_size = 0;
  std::uint32_t before = kNone;  // the position before it in the same slot
  std::uint32_t hash = 0;
};

class LoopDetector {
 public:
  // Where a copy of what is local to a thread is to be appended.
  [[nodiscard]] std::vector<std::byte>& copies() { return copies_; }
  // Whether the next position should be a copy.
  [[nodiscard]] bool prefers_copies() const { return copies_.size() < kMostCopied; }
  // `position.copy_from` is where its copy begins, which ends with the copies.
  void add(const Position& position);

  // The newest position of the thread since its event `from` at which it was about to do the same,
  // of those that `is_like(position, copy)` accepts; null: there is none. `fingerprint()` is called
  // at most once, and only if positions without a copy are known.
  template <class IsLike, class GetFingerprint>
  [[nodiscard]] const Position* find(const Position& wanted, std::uint32_t from,
                                     const IsLike& is_like,
                                     const GetFingerprint& fingerprint) const {
    const auto accept = [&](const Position& known) {
      const std::span<const std::byte> all(copies_);
      return is_like(known, all.subspan(known.copy_from, known.copy_size));
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

  struct Mark {
    std::size_t positions = 0;
    std::size_t copies = 0;
  };
  [[nodiscard]] Mark mark() const { return {positions_.size(), copies_.size()}; }
  void rewind(const Mark& mark);
  void clear() { rewind({}); }

 private:
  static constexpr std::size_t kMostCopied = std::size_t{32} << 10;

  template <class Accepts>
  [[nodiscard]] const Position* newest(const Position& key, std::uint32_t from,
                                       const Accepts& accepts) const {
    if (positions_.empty()) return nullptr;
    for (std::uint32_t at = newest_[slot(hash_of(key))]; at != kNone; at = positions_[at].before) {
      const Position& known = positions_[at];
      if (known.thread != key.thread) continue;
      if (known.event < from) return nullptr;
      const bool same = known.local == key.local && known.drift == key.drift;
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
  std::vector<std::uint32_t> newest_;  // by hash; a power of two, and more than positions
  std::size_t fingerprints_ = 0;       // positions that are no copies
};

}  // namespace mcheck
