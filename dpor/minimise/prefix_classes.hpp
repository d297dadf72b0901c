// SPDX-License-Identifier: MIT
// The class of equivalent traces that an execution in progress belongs to, step by step, for
// depth-first searches: what two executions have in common is computed once.
//
// Two executions of one class have reached the same state of the program: the same threads are at
// the same operations, and every object is equal. So what can follow is the same, too, except for
// the cost of leaving the thread that ran last.
//
// Costs    O(threads) for each event; 16 bytes of memory for each.
// Differs  from how classes are counted: operations that commute are ordered here
//          (Relation::kStrict), so that it does not matter which of them exceeds a limit
//          (default_alternative.hpp).
#pragma once

#include <cstddef>
#include <vector>

#include "engine/search/execution/execution.hpp"
#include "engine/search/strategy/strategy.hpp"
#include "engine/trace/order/happens_before.hpp"
#include "engine/trace/order/trace_class.hpp"

namespace mcheck {

class PrefixClasses {
 public:
  // An execution begins that shares this many steps with the last one.
  void keep(std::size_t steps);

  // The class of the trace so far. REQUIRES: called at every step since those that were kept.
  Fingerprint class_at(const View& view);

 private:
  HappensBefore order_{Relation::kStrict};
  TraceClassSum sum_;
  std::vector<Fingerprint> prefix_sums_;  // of each prefix of the events
  std::vector<std::size_t> events_at_;    // by step
  std::vector<ThreadKey> threads_;
};

}  // namespace mcheck
