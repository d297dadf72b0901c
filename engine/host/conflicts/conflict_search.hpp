// SPDX-License-Identifier: MIT
// The search behind `mcheck conflicts`. Executions continue after a race; the strategy of
// dpor/sampling/conflict_traps.hpp draws them, and if there are few, all are run. The conflicts are
// reported as pairs of places in the user's code, and each pair is run once more, so that what is
// reported replays.
#pragma once

#include <vector>

#include "engine/host/search/exploration.hpp"
#include "engine/trace/results/conflict_list.hpp"

namespace mcheck {

// Throws UsageError.
[[nodiscard]] ConflictList search_conflicts(const Subject& subject, const options& how,
                                            const std::vector<UserClass>& classes,
                                            const Watcher& watcher);

}  // namespace mcheck
