// SPDX-License-Identifier: MIT
// Why nothing orders the two sides of a race, and what would.
//
// If stronger memory orders of some atomic operations or fences would order the two, a minimal set
// of them is named. Otherwise the text says which locks each side holds.
#pragma once

#include <functional>
#include <string>

#include "engine/runtime/data_races/races.hpp"
#include "engine/search/execution/execution.hpp"

namespace mcheck {

// "a.cpp:12"; "" if unknown.
using LocationOfEvent = std::function<std::string(const Event&)>;

// REQUIRES: the execution has just ended with that race.
[[nodiscard]] std::string missing_order(const Execution& execution, const Race& race,
                                        const LocationOfEvent& place);

}  // namespace mcheck
