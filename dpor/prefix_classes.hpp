// SPDX-License-Identifier: MIT
// Which class of equivalent traces an execution in progress belongs to, step by step, for searches
// that go depth first: what two executions have in common is looked at once.
//
// Two executions of one class have come to the same state of the program: the same threads stand at
// the same operations, and every object is the same. So what can follow is the same, too, but for
// what it costs to leave the thread that ran last.
//
// Costs    O(threads) for each event; 16 bytes of memory for each.
// Differs  from how classes are counted: what commutes counts as ordered here (Relation::kStrict),
//          so that it does not matter who is the one too many (next.hpp).
#pragma once

#include <cstddef>
#include <vector>

#include "engine/search/execution.hpp"
#include "engine/search/strategy.hpp"
#include "engine/trace/happens_before.hpp"
#include "engine/trace/trace_class.hpp"

namespace mcheck {

class PrefixClasses {
 public:
  // An execution begins that has so many steps in common with the one before.
  void keep(std::size_t steps);

  // Of the trace so far. REQUIRES: has been asked at every step since those that were kept.
  Fingerprint at(const View& view);

 private:
  HappensBefore order_{Relation::kStrict};
  TraceClassSum sum_;
  std::vector<Fingerprint> sums_;       // of the first events: one more than there are
  std::vector<std::size_t> events_at_;  // by step
  std::vector<ThreadKey> threads_;
};

}  // namespace mcheck
