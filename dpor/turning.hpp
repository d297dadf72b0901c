// SPDX-License-Identifier: MIT
// Where a failing execution turns: the step after which every way to go on fails, and what would
// have had to come before it instead.
//
// Idea     Depth first from the end of the execution: the last step otherwise, the last two … until
//          an execution passes. It shares as much as any with the failing one, since all that share
//          more were run before; each state once (state_search.hpp). Where that takes too long,
//          some ways to go on are drawn from earlier and earlier steps, and nothing is certain.
//          Then the step at which it turns is held back until another thread has done what depends
//          on it: if that passes, it is the order of these two that decides.
// Costs    All executions that begin like the failing one up to the turn, by states; the budget
//          bounds it.
// Oracle   tests/dpor/turning_test.cpp: on random programs, enumeration from each prefix.
#pragma once

#include <optional>
#include <vector>

#include "dpor/guide.hpp"
#include "dpor/trials.hpp"

namespace mcheck {

struct Turning {
  // The choice, counted from 0, after which no execution passes; none: not even before the first.
  std::optional<std::size_t> choice;
  bool certain = false;       // all ways to go on were tried, not only some
  std::vector<Move> passing;  // the nearest execution that passes; empty if there is none
  // The choice before which this step of another thread makes it pass. It need not have happened in
  // the failing execution: the thread may have stood before it, waiting.
  std::optional<ThreadPlace> instead;
};

// Of a schedule that fails. No value: the budget did not last for any answer.
[[nodiscard]] std::optional<Turning> find_turning(const Trials& trials,
                                                  const std::vector<Move>& failing,
                                                  TrialBudget& budget);

}  // namespace mcheck
