// SPDX-License-Identifier: MIT
// The outcomes of classes as cases of a suite, for --junit, --sarif, --markdown and --annotations.
#pragma once

#include <string>

#include "programs/mcheck/synth/class_search.hpp"
#include "visualize/exchange/suite.hpp"

namespace mcheck::command {

// Passes if no violation was found; it is skipped if no test could be explored completely.
[[nodiscard]] SuiteCase case_of(const std::string& program, const std::string& name,
                                const ClassOutcome& outcome);
// A class of which nothing is known.
[[nodiscard]] SuiteCase unknown_case(const std::string& program, const std::string& name,
                                     const std::string& why);

// The result, named by the calls of its test instead of their encoding.
[[nodiscard]] Result named_by_calls(const ClassFinding& finding);

}  // namespace mcheck::command
