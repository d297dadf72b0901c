// SPDX-License-Identifier: MIT
// Text about the size of a search: what makes it large, and what would make it smaller.
#pragma once

#include <string>
#include <vector>

#include "engine/trace/results/result.hpp"

namespace mcheck {

// The length of executions, and the objects at whose operations they branch.
[[nodiscard]] std::vector<std::string> size_lines(const Result& result);

// Suggestions for a search that was not completed; empty for one that was.
[[nodiscard]] std::vector<std::string> size_hints(const Result& result);

}  // namespace mcheck
