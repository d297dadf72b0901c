// SPDX-License-Identifier: MIT
// `mcheck conflicts`: searches each test for pairs of calls in conflict, and says what it found: as
// text, JSON or SARIF, and in a file for each test.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "programs/mcheck/invocation.hpp"
#include "programs/mcheck/session.hpp"

namespace mcheck::command {

using ChooseTests =
    std::function<std::vector<std::string>(const Invocation&, const Introduction& program)>;

// The exit code: 1 if there is a pair, 0 if it is known that there is none, 3 otherwise. Throws
// UsageError and InternalError.
[[nodiscard]] int run_conflicts(const Invocation& invocation, const ChooseTests& choose_tests);

}  // namespace mcheck::command
