// SPDX-License-Identifier: MIT
// `mcheck conflicts`: searches each test for conflicting pairs of calls and prints them as text,
// JSON or SARIF, and writes a file for each test.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "programs/mcheck/cli/invocation.hpp"
#include "programs/mcheck/search/program_client.hpp"

namespace mcheck::command {

using ChooseTests =
    std::function<std::vector<std::string>(const Invocation&, const ProgramInfo& program)>;

// The exit code: 1 if there is a pair, 0 if the search proved that there is none, else 3. Throws
// UsageError and InternalError.
[[nodiscard]] int run_conflicts(const Invocation& invocation, const ChooseTests& choose_tests);

}  // namespace mcheck::command
