// SPDX-License-Identifier: MIT
// The steps of an execution for a report: names instead of ids, source locations instead of
// addresses, values instead of words, the reason for each switch, and each object's new state.
#pragma once

#include <string>
#include <vector>

#include "engine/host/report/report_locations.hpp"

namespace mcheck {

// REQUIRES: the locations are of this execution.
[[nodiscard]] std::vector<TraceStep> report_steps(const Execution& execution,
                                                  const Machine& machine,
                                                  const ReportLocations& locations);

// The name for an operation on a runtime object behind exit and atexit, which the program does not
// know: "call exit". Null for any other object.
[[nodiscard]] const char* exit_operation(const std::string& object);

}  // namespace mcheck
