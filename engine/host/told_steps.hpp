// SPDX-License-Identifier: MIT
// The steps of an execution for people: names instead of ids, places instead of addresses, values
// instead of words, why each switch happened, and what every object was from then on.
#pragma once

#include <vector>

#include "engine/host/told_places.hpp"

namespace mcheck {

// REQUIRES: the places are of this execution.
[[nodiscard]] std::vector<TraceStep> told_steps(const Execution& execution, const Machine& machine,
                                                const ToldPlaces& places);

}  // namespace mcheck
