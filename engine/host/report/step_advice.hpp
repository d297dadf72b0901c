// SPDX-License-Identifier: MIT
// Advice for an execution that exceeded its number of steps.
#pragma once

#include <string>

#include "engine/search/execution/execution.hpp"

namespace mcheck {

// To append to the failure: ": if a loop spins, …".
[[nodiscard]] std::string step_advice(const Execution& execution);

}  // namespace mcheck
