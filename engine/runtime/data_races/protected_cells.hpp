// SPDX-License-Identifier: MIT
// Cells in which no plain access can race, whatever the order: in all executions of a search one
// thread makes all accesses, or none of them writes, or all are made with one lock held (Savage et
// al.: Eraser, 1997). What main does before it starts a thread is ordered with all that this thread
// does, so it needs no lock. Who knows which of these accesses decides nothing: where states are
// compared it is left out (access_knowledge.hpp).
//
// That is an assumption until the search has run every step. If an access breaks it, the cell is
// unprotected from then on, and the search starts again. After each restart the neighbours of such
// cells count as unprotected, too, twice as far; and after a few, all cells. So no program makes a
// search start again for ever.
//
// Only a search that can start again may assume it. In all others no cell is protected, and no
// access is noted.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>

#include "engine/base/ids.hpp"
#include "engine/runtime/data_races/shadow.hpp"
#include "engine/search/execution/execution.hpp"

namespace mcheck {

// Locks by address. Of many the first few: fewer locks protect less.
class LockSet {
 public:
  void add(Word lock) {
    if (count_ < locks_.size()) locks_[count_++] = lock;
  }
  void keep_those_in(const LockSet& other);
  [[nodiscard]] bool is_empty() const { return count_ == 0; }

 private:
  [[nodiscard]] std::span<const Word> all() const { return {locks_.data(), count_}; }

  std::array<Word, 4> locks_{};
  std::uint32_t count_ = 0;
};

// Who accesses memory, in one epoch of a thread.
struct Accessor {
  ThreadId thread{};
  bool is_equal = false;  // other threads may stand for it: there is symmetry
  bool is_alone = false;  // all others were joined: later threads know what it does
  // Of main, how many threads it has started. Of others, the number of the thread among those that
  // main started, or of its ancestor; 0: unknown.
  std::uint32_t number = 0;
  LockSet held, held_exclusively;
};
[[nodiscard]] Accessor accessor_of(const Execution& execution, ThreadId thread, bool is_alone);
// The same for an earlier access, of which is not known what the thread held.
[[nodiscard]] Accessor earlier_accessor(const Execution& execution, ThreadId thread);

class ProtectedCells {
 public:
  enum class Access : std::uint8_t { kRead, kWrite, kAtomicRead, kAtomicWrite };

  // The running thread, in this epoch.
  void begin_epoch() { accessor_.reset(); }
  [[nodiscard]] bool needs_accessor() const { return !accessor_; }
  void set_accessor(const Accessor& accessor) { accessor_ = accessor; }

  // It accesses the cell. `in_own_memory`: in its own region.
  void note(const Cell& cell, Access access, bool in_own_memory);
  void unprotect(const Cell& cell);
  [[nodiscard]] bool is_protected(const Cell& cell) const {
    return is_on_ && restarts_ < kMaxRestarts && !unprotected_.contains(unit_of(cell));
  }

  // Whether a cell lost its protection in this search, which must start again.
  [[nodiscard]] bool has_news() const { return has_news_; }
  // `compares`: it compares states, and starts again if there are news.
  void begin_search(bool compares);

  static constexpr unsigned kMaxRestarts = 10;  // after so many, no cell is protected

 private:
  // What some accesses have in common.
  struct Uses {
    std::optional<ThreadId> thread;
    bool by_several = false;
    bool writes = false;
    bool is_plain = false;  // some of the accesses are
    LockSet locks;          // held in all of them; in writes exclusively

    void add(const Accessor& by, Access access, bool in_own_memory);
    [[nodiscard]] bool may_race() const {
      return by_several && writes && is_plain && locks.is_empty();
    }
  };
  struct Record {
    Uses all, but_main;
    std::uint32_t started = 0;                // threads, at main's last access
    std::uint32_t first = ~std::uint32_t{0};  // the lowest number of another accessor

    [[nodiscard]] bool may_race() const {
      const bool main_was_before = started < first;
      return (main_was_before ? but_main : all).may_race();
    }
  };

  [[nodiscard]] std::uintptr_t unit_of(const Cell& cell) const {
    return reinterpret_cast<std::uintptr_t>(&cell) / (sizeof(Cell) << restarts_);
  }

  std::optional<Accessor> accessor_;
  std::unordered_map<const Cell*, Record> records_;  // in all searches so far
  std::unordered_set<std::uintptr_t> unprotected_;
  unsigned restarts_ = 0;
  bool is_on_ = false;
  bool has_news_ = false;
};

}  // namespace mcheck
