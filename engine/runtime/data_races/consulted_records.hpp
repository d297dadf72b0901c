// SPDX-License-Identifier: MIT
// Which records of the race detector, and clocks, have ever decided something, in the searches of a
// process.
// Where states are compared (access_knowledge.hpp), records that nothing consults would tell apart
// states that have one future: who knows which atomic accesses, although no plain access is made
// there; when each function has returned, although no other thread has a pointer to its frame; how
// long each thread has slept, although the program reads no clock.
//
// A search leaves such records out. If one of them is consulted after all, the search starts again,
// and includes it: what was left out then decided nothing in all of the search. The same if the
// atomic accesses of a cell are left out for the first time: plain accesses to it may have come
// before, in another execution. What is no search, and cannot start again, includes all.
#pragma once

#include <bitset>
#include <unordered_set>
#include <utility>

#include "engine/base/ids.hpp"
#include "engine/runtime/data_races/shadow.hpp"

namespace mcheck {

class ConsultedRecords {
 public:
  void set_on(bool on) { on_ = on; }
  [[nodiscard]] bool is_on() const { return on_; }

  void leave_out_atomics_of(const Cell& cell) { has_news_ |= left_out_.insert(&cell).second; }
  [[nodiscard]] bool leaves_out_atomics_of(const Cell& cell) const {
    return left_out_.contains(&cell) && !has_atomics_of(cell);
  }
  // A plain access is made there, while there are other threads.
  void note_atomics_of(const Cell& cell) {
    if (!all_) has_news_ |= cells_.insert(&cell).second;
  }
  // A thread has accessed a frame of that thread for the first time.
  void note_frames_of(ThreadId owner) {
    has_news_ |= !frames_[index(owner)];
    frames_.set(index(owner));
  }

  void note_clocks() { has_news_ |= !std::exchange(has_clocks_, true); }

  [[nodiscard]] bool leaves_out_clocks() const { return on_ && !has_clocks_; }
  [[nodiscard]] bool has_atomics_of(const Cell& cell) const {
    return !on_ || all_ || cells_.contains(&cell);
  }
  [[nodiscard]] bool has_frames_of(ThreadId owner) const { return !on_ || frames_[index(owner)]; }

  // Whether something is consulted that the current search leaves out.
  [[nodiscard]] bool has_news() const { return on_ && has_news_; }
  // Another search begins. After a few it includes all atomic accesses: addresses may be new in
  // each.
  void begin_search() {
    constexpr unsigned kMaxRestarts = 8;
    if (on_ && has_news_ && ++restarts_ == kMaxRestarts) all_ = true;
    has_news_ = false;
  }

 private:
  bool on_ = false;
  bool all_ = false;
  bool has_news_ = false;
  bool has_clocks_ = false;
  unsigned restarts_ = 0;
  std::unordered_set<const Cell*> left_out_;  // by this search or an earlier one
  std::unordered_set<const Cell*> cells_;
  std::bitset<kMaxThreads> frames_;
};

}  // namespace mcheck
