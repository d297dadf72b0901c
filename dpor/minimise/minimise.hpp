// SPDX-License-Identifier: MIT
// The simplest schedule of a failure: of all that show it one with the fewest preemptions, of those
// the fewest switches, of those the fewest steps.
//
// Idea     First what is quick: the cheapest order of the same trace (cheapest_schedule.hpp), and
//          fewer of its preemptions (neighbour_search.hpp), a half of them, a quarter …, as in
//          delta debugging. Then what is certain: all schedules without a preemption, with one, and
//          so on, up to one less than is known to suffice; and with that number, ever fewer
//          switches and steps. The search enters each state once (state_search.hpp).
// Papers   [ZH02] Zeller, Hildebrandt: Simplifying and isolating failure-inducing input, TSE 2002:
//          ddmin. [MQ07]: iterative context bounding.
// Costs    Exponential in the number of preemptions that are needed. The budget bounds it; the
//          result says what was not finished.
// Oracle   tests/dpor/minimise/minimise_test.cpp: on random programs, enumeration of all schedules.
#pragma once

#include <vector>

#include "dpor/minimise/state_search.hpp"
#include "dpor/minimise/trial_runs.hpp"
#include "dpor/steps/canary.hpp"

namespace mcheck {

struct Minimised {
  std::vector<Transition> transitions;
  ScheduleCost cost;
  std::uint32_t min_preemptions = 0;  // no schedule with fewer shows the failure
  bool simplest = false;  // nor one with as many preemptions and fewer switches, or as many of both
                          // and fewer steps

  [[nodiscard]] bool fewest_preemptions() const { return min_preemptions == cost.preemptions; }
};

// Minimises a schedule that reproduces the failure. REQUIRES: the last call of
// trial_runs.reproduces() was with these transitions, and returned true. Tests only: a canary.
[[nodiscard]] Minimised minimise(const TrialRuns& trial_runs,
                                 const std::vector<Transition>& transitions, TrialBudget& budget,
                                 Canary canary = Canary::kHealthy);

}  // namespace mcheck
