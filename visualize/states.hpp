// SPDX-License-Identifier: MIT
// The final states of executions as text: one state per line, and a limited number of them.
#pragma once

#include <string>
#include <vector>

#include "engine/trace/result.hpp"

namespace mcheck {

inline constexpr std::size_t kMostStates = 20;

// "final states: 2" and so on, each line with its line end.
[[nodiscard]] std::string states_text(const std::vector<FinalState>& states);

}  // namespace mcheck
