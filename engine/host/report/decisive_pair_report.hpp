// SPDX-License-Identifier: MIT
// What the report of a failure says besides its trace: the decisive pair, and the nearest execution
// that passes.
#pragma once

#include <optional>

#include "dpor/minimise/minimise.hpp"
#include "engine/host/report/failure_trial_runs.hpp"
#include "engine/trace/results/result.hpp"

namespace mcheck {

// How far the schedule is minimised, in words.
[[nodiscard]] std::string minimised_text(const Minimised& minimised);

// No value if the budget does not suffice. REQUIRES: the schedule shows the failure.
[[nodiscard]] std::optional<DecisiveStep> report_decisive_pair(
    const SearchRequest& request, Machine& machine, FailureTrialRuns& trials,
    const std::vector<Transition>& transitions, TrialBudget& budget, bool source_locations);

}  // namespace mcheck
