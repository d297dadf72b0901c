// SPDX-License-Identifier: MIT
// What is asked of a program's states instead of its executions: whether an execution that was too
// long goes round in a fair circle, and whether all threads make progress (docs/progress.md).
#pragma once

#include <optional>

#include "engine/host/retelling.hpp"

namespace mcheck {

// A livelock or starvation in place of an execution that was too long, if there is one among the
// states that can be looked at in a short time.
[[nodiscard]] std::optional<FoundFailure> circle_instead(const Searched& searched, Machine& machine,
                                                         Execution& execution,
                                                         const FoundFailure& found);

// The whole verdict on options::progress.
[[nodiscard]] Result judge_progress(const Searched& searched, Machine& machine,
                                    Execution& execution, bool source_places);

}  // namespace mcheck
