// SPDX-License-Identifier: MIT
// Pictures as Mermaid, which a GitHub comment shows between ```mermaid and ```: an execution as a
// sequence diagram, all others as flowcharts. Names are escaped, nodes are numbered.
#pragma once

#include <string>

#include "engine/trace/results/result.hpp"

namespace mcheck {

[[nodiscard]] std::string mermaid_execution(const FailureReport& failure, const std::string& title);
[[nodiscard]] std::string mermaid_waits(const FailureReport& failure);
// REQUIRES: the failure has a passing execution.
[[nodiscard]] std::string mermaid_twins(const FailureReport& failure);
[[nodiscard]] std::string mermaid_search(const SearchTree& tree);

}  // namespace mcheck
