// SPDX-License-Identifier: MIT
// The story of a failure besides its trace: where it turns, and the execution that does not.
#pragma once

#include <optional>

#include "dpor/minimise.hpp"
#include "engine/host/failure_trials.hpp"
#include "engine/trace/result.hpp"

namespace mcheck {

// How far minimising has come, in words.
[[nodiscard]] std::string minimised_text(const Minimised& minimised);

// REQUIRES: the schedule shows the failure. Nothing, where the budget does not last for it.
[[nodiscard]] std::optional<TurningPoint> tell_turning(const Searched& searched, Machine& machine,
                                                       FailureTrials& trials,
                                                       const std::vector<Move>& moves,
                                                       TrialBudget& budget, bool source_places);

}  // namespace mcheck
