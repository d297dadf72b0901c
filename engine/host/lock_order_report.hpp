// SPDX-License-Identifier: MIT
// Warnings about locks that are taken in opposite orders: the schedule of each inversion is run
// again with source locations captured.
#pragma once

#include <vector>

#include "engine/host/retelling.hpp"
#include "engine/search/lock_order.hpp"

namespace mcheck {

// Leaves out an inversion whose schedule did something else this time.
[[nodiscard]] std::vector<Warning> tell_inversions(const Searched& searched, Machine& machine,
                                                   Execution& execution,
                                                   std::span<const LockOrder::Inversion> inversions,
                                                   bool source_places);

// Adds them unless the search was complete, which answers the question.
void add_inversions(Result& result, const Searched& searched, Machine& machine,
                    Execution& execution, std::span<const LockOrder::Inversion> inversions,
                    bool source_places);

}  // namespace mcheck
