// SPDX-License-Identifier: MIT
// `mcheck orders`: for each atomic operation and fence that a test reaches, the weakest memory
// order with which the test is still verified.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "programs/mcheck/cli/invocation.hpp"
#include "programs/mcheck/search/program_client.hpp"

namespace mcheck::command {

// The exit code: 0 if all tests are verified with the orders of the code, 1 if one has a bug, 3 if
// a search is incomplete. Throws UsageError and InternalError.
[[nodiscard]] int run_orders(
    const Invocation& invocation,
    const std::function<std::vector<std::string>(const Invocation&, const ProgramInfo&)>& choose);

}  // namespace mcheck::command
