// SPDX-License-Identifier: MIT
// One failure in full, as text: the message, the stacks of a race, the trace in columns, the
// decisive pair, the number of occurrences, and the program's output.
#pragma once

#include <string>

#include "engine/trace/results/result.hpp"
#include "visualize/text/columns.hpp"

namespace mcheck {

// Lines, each with its line end.
[[nodiscard]] std::string failure_section(const FailureReport& failure, ColumnsStyle style);

}  // namespace mcheck
