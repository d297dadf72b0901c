// SPDX-License-Identifier: MIT
// The first difference between two runs of one schedule, as text for the user.
#pragma once

#include <span>

#include "engine/search/driver/search.hpp"

namespace mcheck {

// Compares the execution's events from `from_event` on with those of the run before.
[[nodiscard]] Divergence first_difference(const Execution& execution, std::size_t from_event,
                                          std::span<const Event> last_time);

// "thread T1 wanted to lock `guard`"
[[nodiscard]] std::string describe(const Execution& execution, const Event& event);

}  // namespace mcheck
