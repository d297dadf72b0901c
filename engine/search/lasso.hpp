// SPDX-License-Identifier: MIT
// Executions without end among the states that a program can reach: the way to a circle, and once
// round it. judgement.hpp says what each is.
#pragma once

#include <optional>
#include <vector>

#include "engine/search/state_graph.hpp"
#include "engine/trace/schedule.hpp"

namespace mcheck {

// Strongly fair: whoever can go on somewhere on the circle does so on it.
//
// Paper    Lichtenstein, Pnueli: Checking that finite state concurrent programs satisfy their
//          linear specification, POPL 1985: strongly connected parts, and in those without a fair
//          circle the parts that are left where the one who is passed over cannot go on.
[[nodiscard]] std::optional<std::vector<Move>> fair_lasso(const StateGraph& graph);

// To a state in which some thread cannot go on, or, once round, where nothing is completed: by one
// thread alone, or by any.
[[nodiscard]] std::optional<std::vector<Move>> way_without_progress(const StateGraph& graph,
                                                                    JudgedBy by);

}  // namespace mcheck
