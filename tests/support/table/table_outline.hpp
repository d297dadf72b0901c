// SPDX-License-Identifier: MIT
// The outline of an execution of a table program under the real search, from its log alone: to be
// compared with the graphs of the oracle (tests/support/weak/graphs.hpp).
#pragma once

#include "tests/support/table/table_executor.hpp"
#include "tests/support/weak/outline.hpp"

namespace table {

[[nodiscard]] Outline outline_of(const mcheck::Execution& execution, const TableExecutor& executor,
                                 std::size_t threads);

}  // namespace table
