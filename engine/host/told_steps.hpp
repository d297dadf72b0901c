// SPDX-License-Identifier: MIT
// The steps of an execution for people: names instead of ids, places instead of addresses, values
// instead of words, why each switch happened, and what every object was from then on.
#pragma once

#include <string>
#include <vector>

#include "engine/host/told_places.hpp"

namespace mcheck {

// REQUIRES: the places are of this execution.
[[nodiscard]] std::vector<TraceStep> told_steps(const Execution& execution, const Machine& machine,
                                                const ToldPlaces& places);

// What an operation on one of the runtime's objects behind exit and atexit is to the program, which
// knows no such object: "call exit". Null of any other object.
[[nodiscard]] const char* exit_operation(const std::string& object);

}  // namespace mcheck
