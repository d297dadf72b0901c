// SPDX-License-Identifier: MIT
// Checks on the graph of a program's states instead of its executions: whether an execution that
// was too long is a fair cycle, and whether all threads make progress (docs/progress.md).
#pragma once

#include <optional>

#include "engine/host/retelling.hpp"

namespace mcheck {

// A livelock or starvation that replaces an execution that was too long, if a short search of the
// states finds one.
[[nodiscard]] std::optional<FoundFailure> circle_instead(const Searched& searched, Machine& machine,
                                                         Execution& execution,
                                                         const FoundFailure& found);

// The complete result for options::progress.
[[nodiscard]] Result judge_progress(const Searched& searched, Machine& machine,
                                    Execution& execution, bool source_places);

}  // namespace mcheck
