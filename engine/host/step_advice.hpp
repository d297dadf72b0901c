// SPDX-License-Identifier: MIT
// What helps where an execution had more steps than it may have.
#pragma once

#include <string>

#include "engine/search/execution.hpp"

namespace mcheck {

// To stand behind what failed: ": if a loop polls, …".
[[nodiscard]] std::string step_advice(const Execution& execution);

}  // namespace mcheck
