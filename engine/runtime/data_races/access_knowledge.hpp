// SPDX-License-Identifier: MIT
// What decides whether later accesses race, without clocks: it is equal for all orders of
// independent steps, and does not grow with the length of the past.
//
// All that the future can ask about an earlier access is whether it happens before what a thread
// does next. So for each recorded access it matters who knows it, which is to have it in the past:
// a thread, what a thread's fences have released or will acquire, or what an acquire would take
// from an object. An access that every unfinished thread knows can race with nothing any more: its
// cell is settled, and is not looked at again. Records that decide nothing are left out
// (consulted_records.hpp). Freed memory needs none: its blocks are freed.
#pragma once

#include <span>
#include <vector>

#include "engine/base/fingerprint.hpp"
#include "engine/runtime/data_races/races.hpp"
#include "engine/search/execution/execution.hpp"
#include "engine/search/states/clock_holders.hpp"
#include "engine/search/states/thread_names.hpp"
#include "engine/trace/order/synchronization.hpp"

namespace mcheck {

class AccessKnowledge {
 public:
  // REQUIRES: `order` has followed all events.
  [[nodiscard]] Fingerprint current(const Execution& execution, const Synchronization& order,
                                    Races& races, const ThreadNames& names);
  // Whether it depends on which of some equal threads has accessed memory of its own: a record was
  // left out, or included, for one of them.
  [[nodiscard]] bool tells_equal_threads_apart() const { return tells_equal_threads_apart_; }
  // The shadow memory was restored to so many changes, and the execution to so many events.
  void rewind(std::size_t changes, std::size_t events);

 private:
  // The cells that were not settled after so many changes: from `first` up to the next checkpoint.
  struct Checkpoint {
    std::size_t changes = 0;
    std::size_t events = 0;
    std::size_t first = 0;
  };

  void find_latest_times(const Execution& execution, bool with_times);
  void forget_past_times();
  void find_unsettled_cells(const Races& races, std::size_t events);
  [[nodiscard]] bool is_known_to_all(Stamp stamp) const;
  [[nodiscard]] bool add_cell(const Cell& cell, Races& races);
  void add_stamp(Word where, Stamp stamp);
  void add_stacks(const Execution& execution, Races& races);

  const ThreadNames* names_ = nullptr;
  bool tells_equal_threads_apart_ = false;
  Fingerprint cells_;  // a sum: in any order
  ClockHolders holders_;
  std::vector<std::int64_t> times_;  // by holder: the latest in its causal past
  std::vector<Checkpoint> checkpoints_;
  std::vector<const Cell*> unsettled_;  // of all checkpoints; sorted within each
  std::vector<Word> words_;
};

}  // namespace mcheck
