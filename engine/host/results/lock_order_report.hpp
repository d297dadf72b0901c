// SPDX-License-Identifier: MIT
// Warnings about locks that are taken in opposite orders: the schedule of each inversion is run
// again with source locations captured.
#pragma once

#include <vector>

#include "engine/host/report/report_replay.hpp"
#include "engine/search/failures/lock_order.hpp"

namespace mcheck {

// Leaves out an inversion whose schedule did something else this time.
[[nodiscard]] std::vector<Warning> report_inversions(
    const SearchRequest& request, Machine& machine, Execution& execution,
    std::span<const LockOrder::Inversion> inversions, bool source_locations);

// Adds them unless the search was complete, which answers the question.
void add_inversions(Result& result, const SearchRequest& request, Machine& machine,
                    Execution& execution, std::span<const LockOrder::Inversion> inversions,
                    bool source_locations);

}  // namespace mcheck
