// SPDX-License-Identifier: MIT
// The fewest preemptions with which a trace can be run: over all schedules of the same class.
//
// A preemption is a step of another thread while the thread that ran last is enabled: its next
// operation is possible, it has not yielded, and it would do more than time out. Leaving a thread
// that takes no further step in the trace costs nothing, and neither does leaving one that may spin
// (docs/algorithms/spin_loops.md). So the number is never too large if all places are known at
// which threads spin; if more become known, an earlier number may have been too large.
//
// Idea     Breadth first over (progress of each thread, thread that ran last), cheapest first. A
//          thread that can take the next step is left only where that step might enable a waiting
//          thread: anywhere else, taking it first costs no more.
// Costs    Exponential in the limit, not in the length: each state within the limit once.
// Oracle   tests/dpor/reductions/agreement_test.cpp and tests/runtime/loops/spin_bounds_test.cpp:
// depth-first search
//          with a bound.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/search/execution/execution.hpp"
#include "engine/search/strategy/transitions.hpp"

namespace mcheck {

struct CheapSchedule {
  std::uint32_t preemptions = 0;
  std::vector<Transition> transitions;
};

// Of the execution's trace so far. No value: it needs more than `limit` preemptions.
[[nodiscard]] std::optional<CheapSchedule> cheapest_schedule(const Execution& execution,
                                                             std::uint32_t limit);

}  // namespace mcheck
