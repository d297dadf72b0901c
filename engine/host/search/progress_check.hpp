// SPDX-License-Identifier: MIT
// Checks on the graph of a program's states instead of its executions: whether an execution that
// was too long is a fair cycle, and whether all threads make progress (docs/progress.md).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/host/report/report_replay.hpp"

namespace mcheck {

// A livelock or starvation that replaces an execution that was too long, if a short search of the
// states finds one.
[[nodiscard]] std::optional<FoundFailure> find_fair_cycle(const SearchRequest& request,
                                                          Machine& machine, Execution& execution,
                                                          const FoundFailure& found);

// The same for a schedule that repeats a state, which a stateful search has found; no value if it
// does not when it is run again.
[[nodiscard]] std::optional<FoundFailure> judge_fair_cycle(const SearchRequest& request,
                                                           Machine& machine, Execution& execution,
                                                           std::vector<Transition> lasso,
                                                           std::uint64_t execution_number);

// The complete result for options::progress.
[[nodiscard]] Result check_progress(const SearchRequest& request, Machine& machine,
                                    Execution& execution, bool source_locations);

}  // namespace mcheck
