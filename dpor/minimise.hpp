// SPDX-License-Identifier: MIT
// The plainest schedule of a failure: of all that show it the one with the fewest preemptions, of
// those one with the fewest switches, of those a shortest.
//
// Idea     First what is quick: the cheapest order of the same trace (preemptions.hpp), and fewer
//          of its preemptions (guided.hpp), a half of them, a quarter …, as in delta debugging.
//          Then what is certain: all schedules without a preemption, with one, and so on, up to one
//          less than is known to do; and with as many as it takes, ever fewer switches and steps.
//          The search goes through each state once (state_search.hpp).
// Papers   [ZH02] Zeller, Hildebrandt: Simplifying and isolating failure-inducing input, TSE 2002:
//          ddmin. [MQ07]: iterative context bounding.
// Costs    Exponential in the number of preemptions that it takes. The budget bounds it; what was
//          not finished is told.
// Oracle   tests/dpor/minimise_test.cpp: on random programs, enumeration of all schedules.
#pragma once

#include <vector>

#include "dpor/canary.hpp"
#include "dpor/state_search.hpp"
#include "dpor/trials.hpp"

namespace mcheck {

struct Minimised {
  std::vector<Move> moves;
  ScheduleCost cost;
  std::uint32_t at_least = 0;  // no schedule with fewer preemptions shows the failure
  bool plainest = false;  // nor one with as many, but fewer switches, or as many and fewer steps

  [[nodiscard]] bool fewest_preemptions() const { return at_least == cost.preemptions; }
};

// Of a schedule that shows the failure. REQUIRES: trials.shows(moves) was asked last, and said yes.
// Tests only: a canary is something wrong.
[[nodiscard]] Minimised minimise(const Trials& trials, const std::vector<Move>& moves,
                                 TrialBudget& budget, Canary canary = Canary::kHealthy);

}  // namespace mcheck
