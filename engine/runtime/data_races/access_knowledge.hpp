// SPDX-License-Identifier: MIT
// What decides whether later accesses race, without clocks: it is equal for all orders of
// independent steps, and does not grow with the length of the past.
//
// All that the future can ask about an earlier access is whether it happens before what a thread
// does next. So for each recorded access it matters who knows it, which is to have it in the past:
// a thread, what a thread's fences have released or will acquire, or what an acquire would take
// from an object. An access that every unfinished thread knows can race with nothing any more.
#pragma once

#include <span>
#include <vector>

#include "engine/base/fingerprint.hpp"
#include "engine/runtime/data_races/races.hpp"
#include "engine/search/execution/execution.hpp"
#include "engine/trace/order/synchronization.hpp"

namespace mcheck {

class AccessKnowledge {
 public:
  // REQUIRES: `order` has followed all events.
  [[nodiscard]] Fingerprint current(const Execution& execution, const Synchronization& order,
                                    Races& races);

 private:
  struct Knower {
    Word name = 0;
    Synchronization::Clock clock;
  };

  void find_knowers(const Execution& execution, const Synchronization& order);
  void add_knower(Word name, Synchronization::Clock clock);
  [[nodiscard]] bool is_known_to_all(Stamp stamp) const;
  void add_stamp(Word cell, Stamp stamp);

  std::vector<Knower> knowers_;  // the unfinished threads first
  std::size_t unfinished_ = 0;   // threads
  std::vector<const Cell*> cells_;
  std::vector<Word> words_;
};

}  // namespace mcheck
