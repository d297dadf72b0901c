// SPDX-License-Identifier: MIT
// A unit test that explores a program under a schedule file, which it contains.
#pragma once

#include <string>

#include "engine/trace/results/result.hpp"
#include "programs/mcheck/cli/invocation.hpp"

namespace mcheck::command {

// C++17. REQUIRES: the invocation names a framework, and the result has a failure.
[[nodiscard]] std::string test_text(const Invocation& invocation, const Result& replayed,
                                    const std::string& schedule);

}  // namespace mcheck::command
