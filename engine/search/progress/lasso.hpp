// SPDX-License-Identifier: MIT
// Infinite executions in the state graph: lassos, which are a path to a cycle and once around it.
// progress_monitor.hpp defines what each kind means.
#pragma once

#include <optional>
#include <vector>

#include "engine/search/progress/starvation.hpp"
#include "engine/search/progress/transition_graph.hpp"
#include "engine/trace/protocol/schedule.hpp"

namespace mcheck {

// Strongly fair: each thread that is enabled somewhere on the cycle takes a step on it, which may
// be an idle iteration of a loop; and wrong by that rule (starvation.hpp).
//
// Paper    Lichtenstein, Pnueli: Checking that finite state concurrent programs satisfy their
//          linear specification, POPL 1985: strongly connected components; where one has no fair
//          cycle, those of what is left of it without the states in which a starved thread is
//          enabled. Once for each thread that may starve, without its steps that are progress.
[[nodiscard]] std::optional<std::vector<Transition>> fair_lasso(const TransitionGraph& graph,
                                                                FairCycleRule rule);

// Whether any step passes a mark.
[[nodiscard]] bool has_progress_marks(const TransitionGraph& graph);

// To a state in which some thread is blocked; or a lasso on which no operation completes: of one
// thread alone, or of any threads.
[[nodiscard]] std::optional<std::vector<Transition>> lasso_without_progress(
    const TransitionGraph& graph, ProgressProperty by);

}  // namespace mcheck
