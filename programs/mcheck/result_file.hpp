// SPDX-License-Identifier: MIT
// A file that --json has written, read back: by a person's hand or another program it may have
// become anything.
#pragma once

#include <string>
#include <vector>

#include "engine/base/json.hpp"
#include "engine/trace/result.hpp"

namespace mcheck::command {

// The results in it: one, or one for each test. Throws UsageError, which says what is wrong with it
// and where: "failures[0].trace[3].thread is no text".
[[nodiscard]] std::vector<Result> read_results(const std::string& path);

// The first thing that keeps the value from being a result: "verdict is missing"; "" if nothing.
[[nodiscard]] std::string wrong_with_result(const Json& json);

}  // namespace mcheck::command
