// SPDX-License-Identifier: MIT
// The final states of executions as text: one state per line, and a limited number of them.
#pragma once

#include <string>
#include <vector>

#include "engine/trace/results/result.hpp"

namespace mcheck {

inline constexpr std::size_t kMaxStates = 20;

// "final states: 2" and so on, each line with its line end.
[[nodiscard]] std::string final_states_text(const std::vector<FinalState>& states);

}  // namespace mcheck
