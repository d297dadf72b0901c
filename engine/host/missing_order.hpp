// SPDX-License-Identifier: MIT
// Why nothing orders the two sides of a race, in words that say what would.
//
// If the two were ordered had some operations on atomics, or fences, had a stronger memory order,
// the fewest of them are named that do. Otherwise it is told which locks either side holds.
#pragma once

#include <functional>
#include <string>

#include "engine/runtime/races.hpp"
#include "engine/search/execution.hpp"

namespace mcheck {

// "a.cpp:12"; "" where that is not known.
using PlaceOfEvent = std::function<std::string(const Event&)>;

// REQUIRES: the execution has just ended with that race.
[[nodiscard]] std::string missing_order(const Execution& execution, const Race& race,
                                        const PlaceOfEvent& place);

}  // namespace mcheck
