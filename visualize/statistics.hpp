// SPDX-License-Identifier: MIT
// What a search teaches about its own size: what makes it large, and what to do about that.
#pragma once

#include <string>
#include <vector>

#include "engine/trace/result.hpp"

namespace mcheck {

// How long executions are, and where they part: lines for people.
[[nodiscard]] std::vector<std::string> size_lines(const Result& result);

// What would make a search that was not completed smaller; empty for one that was.
[[nodiscard]] std::vector<std::string> smaller_lines(const Result& result);

}  // namespace mcheck
