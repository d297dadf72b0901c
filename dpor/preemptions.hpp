// SPDX-License-Identifier: MIT
// The fewest preemptions with which a trace can be run: over all schedules of the same class.
//
// A preemption is a step of another thread while the one that ran last could go on: its next
// operation is possible, it has not yielded, and it would not merely give up waiting. A thread that
// takes no further step in the trace costs nothing to leave, and neither does one that may be
// polling (docs/algorithms/spin_loops.md). So what is told is never too much, if all places are
// known at which threads poll; if more of them become known, it may have been too much before.
//
// Idea     Breadth first over (how far each thread is, which ran last), cheapest first. Who can
//          take the next step is only left where that step might let a waiting thread go on:
//          anywhere else, to take it first costs no more.
// Costs    Exponential in the limit, not in the length: states within the limit, each once.
// Oracle   tests/dpor/agreement_test.cpp and tests/runtime/spin_bounds_test.cpp: depth-first search
//          with a bound.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/search/execution.hpp"
#include "engine/search/moves.hpp"

namespace mcheck {

struct CheapSchedule {
  std::uint32_t preemptions = 0;
  std::vector<Move> moves;
};

// Of the execution's trace so far; none if it takes more than `limit` preemptions.
[[nodiscard]] std::optional<CheapSchedule> cheapest_schedule(const Execution& execution,
                                                             std::uint32_t limit);

}  // namespace mcheck
