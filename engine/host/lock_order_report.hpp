// SPDX-License-Identifier: MIT
// Locks taken in opposite orders, told for people: each inversion's schedule is run once more with
// places noted.
#pragma once

#include <vector>

#include "engine/host/retelling.hpp"
#include "engine/search/lock_order.hpp"

namespace mcheck {

// Leaves out those whose schedule did something else this time.
[[nodiscard]] std::vector<Warning> tell_inversions(const Searched& searched, Machine& machine,
                                                   Execution& execution,
                                                   std::span<const LockOrder::Inversion> inversions,
                                                   bool source_places);

// The same, unless the result has the answer.
void add_inversions(Result& result, const Searched& searched, Machine& machine,
                    Execution& execution, std::span<const LockOrder::Inversion> inversions,
                    bool source_places);

}  // namespace mcheck
