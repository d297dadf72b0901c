// SPDX-License-Identifier: MIT
// The outcomes of classes as cases of a suite, for --junit, --sarif, --markdown and --annotations,
// and as JSON.
#pragma once

#include <string>

#include "engine/base/json.hpp"
#include "programs/mcheck/cli/invocation.hpp"
#include "programs/mcheck/synth/class_search.hpp"
#include "visualize/exchange/suite.hpp"

namespace mcheck::command {

// Passes if no violation was found; it is skipped if no test could be explored completely.
[[nodiscard]] SuiteCase case_of(const std::string& program, const std::string& name,
                                const ClassOutcome& outcome);
// A class of which nothing is known.
[[nodiscard]] SuiteCase unknown_case(const std::string& program, const std::string& name,
                                     const std::string& why);

// For --json (docs/result_format.md). `one` is the case of the outcome; `program` runs its tests.
[[nodiscard]] Json json_of(const std::string& program, const SuiteCase& one,
                           const ClassOutcome& outcome);
// Writes an object with these classes where --json says, if it does.
void write_classes_json(const Invocation& invocation, const Json& classes);

// The result, named by the calls of its test instead of their encoding.
[[nodiscard]] Result named_by_calls(const ClassFinding& finding);

}  // namespace mcheck::command
