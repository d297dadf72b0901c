// SPDX-License-Identifier: MIT
// What the report of a failure says besides its trace: the decisive pair, and the nearest execution
// that passes.
#pragma once

#include <optional>

#include "dpor/minimise.hpp"
#include "engine/host/failure_trials.hpp"
#include "engine/trace/result.hpp"

namespace mcheck {

// How far the schedule is minimised, in words.
[[nodiscard]] std::string minimised_text(const Minimised& minimised);

// No value if the budget does not suffice. REQUIRES: the schedule shows the failure.
[[nodiscard]] std::optional<TurningPoint> tell_turning(const Searched& searched, Machine& machine,
                                                       FailureTrials& trials,
                                                       const std::vector<Move>& moves,
                                                       TrialBudget& budget, bool source_places);

}  // namespace mcheck
