// SPDX-License-Identifier: MIT
// How each thread of a failing execution ended: finished, failed, or blocked, with what it waits
// for and which threads hold that.
#pragma once

#include <vector>

#include "engine/host/report/report_locations.hpp"
#include "engine/trace/failures/failure.hpp"

namespace mcheck {

// REQUIRES: the locations are of this execution.
[[nodiscard]] std::vector<ThreadEnd> report_thread_ends(const Execution& execution,
                                                        const Machine& machine,
                                                        const Failure& failure,
                                                        const ReportLocations& locations);

}  // namespace mcheck
