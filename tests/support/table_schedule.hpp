// SPDX-License-Identifier: MIT
// The seam between the real search and the oracle of reductions: an execution of a table program,
// as the oracle can replay it (classes.hpp).
#pragma once

#include <vector>

#include "tests/support/classes.hpp"
#include "tests/support/table_executor.hpp"

namespace table {

// The choices of the execution: thread numbers of the table, and labels in terms of those.
[[nodiscard]] std::vector<ScheduleStep> schedule_of(const mcheck::Execution& execution,
                                                    const TableExecutor& executor);

}  // namespace table
