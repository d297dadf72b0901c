// SPDX-License-Identifier: MIT
// Translates an execution of a table program under the real search into a schedule that the oracle
// of reductions can replay (classes.hpp).
#pragma once

#include <vector>

#include "tests/support/oracle/classes.hpp"
#include "tests/support/table/table_executor.hpp"

namespace table {

// The choices of the execution, with thread indices of the table.
[[nodiscard]] std::vector<ScheduleStep> schedule_of(const mcheck::Execution& execution,
                                                    const TableExecutor& executor);

}  // namespace table
