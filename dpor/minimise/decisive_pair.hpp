// SPDX-License-Identifier: MIT
// The decisive pair of a failing execution: the step after which every continuation fails, and the
// step of another thread that would have had to come before it.
//
// Idea     Depth first from the end of the execution: another last step, other last two … until an
//          execution passes. It shares as much as any with the failing one, because all that share
//          more have run before; each state once (state_search.hpp). If that takes too long, some
//          continuations are drawn from earlier and earlier steps, and the result is not certain.
//          Then the decisive step is held back until another thread has performed an event that
//          depends on it: if that execution passes, the order of these two decides.
// Costs    All executions that begin like the failing one up to the decisive step, by states; the
//          budget bounds it.
// Oracle   tests/dpor/minimise/decisive_pair_test.cpp: on random programs, enumeration from each
// prefix.
#pragma once

#include <optional>
#include <vector>

#include "dpor/minimise/reference_execution.hpp"
#include "dpor/minimise/trial_runs.hpp"

namespace mcheck {

struct DecisivePair {
  // The choice, counted from 0, after which no execution passes. No value: none passes at all.
  std::optional<std::size_t> choice;
  bool certain = false;             // all continuations were tried, not only some
  std::vector<Transition> passing;  // the nearest execution that passes; empty if there is none
  // The step of another thread that makes the execution pass if it comes before the choice. It need
  // not have happened in the failing execution: the thread may have been blocked before it.
  std::optional<ThreadPosition> rival_step;
};

// For a schedule that fails. No value: the budget was not sufficient for any answer.
[[nodiscard]] std::optional<DecisivePair> find_decisive_pair(const TrialRuns& trial_runs,
                                                             const std::vector<Transition>& failing,
                                                             TrialBudget& budget);

}  // namespace mcheck
