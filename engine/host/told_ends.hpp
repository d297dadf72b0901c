// SPDX-License-Identifier: MIT
// What became of each thread of a failing execution: finished, failed, or what it waits for and who
// holds that.
#pragma once

#include <vector>

#include "engine/host/told_places.hpp"
#include "engine/trace/failure.hpp"

namespace mcheck {

// REQUIRES: the places are of this execution.
[[nodiscard]] std::vector<ThreadEnd> told_ends(const Execution& execution, const Machine& machine,
                                               const Failure& failure, const ToldPlaces& places);

}  // namespace mcheck
