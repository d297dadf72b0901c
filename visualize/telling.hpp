// SPDX-License-Identifier: MIT
// One failure in full, as text: what is wrong, the stacks of a race, the columns, what decides, how
// often it was met, and what the program printed.
#pragma once

#include <string>

#include "engine/trace/result.hpp"
#include "visualize/columns.hpp"

namespace mcheck {

// Lines, each with its line end.
[[nodiscard]] std::string telling(const FailureReport& failure, ColumnsStyle style);

}  // namespace mcheck
