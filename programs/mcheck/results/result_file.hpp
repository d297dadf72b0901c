// SPDX-License-Identifier: MIT
// Reads a file that --json wrote. Does not trust it: it may have been edited.
#pragma once

#include <string>
#include <vector>

#include "engine/base/json.hpp"
#include "engine/trace/results/result.hpp"

namespace mcheck::command {

// The results: one, or one for each test. Throws UsageError with the location of the first error:
// "failures[0].trace[3].thread is no text".
[[nodiscard]] std::vector<Result> read_results(const std::string& path);

// The first error in the value: "verdict is missing"; "" if it is a valid result.
[[nodiscard]] std::string result_error(const Json& json);

}  // namespace mcheck::command
