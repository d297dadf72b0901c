// SPDX-License-Identifier: MIT
// The search behind `mcheck conflicts`: executions that go on past every race, drawn by
// dpor/hunt.hpp and then, if they are few enough, all there are; what they met, told as pairs of
// places in the user's code; and each pair run once more, so that what is told replays.
#pragma once

#include <vector>

#include "engine/host/exploration.hpp"
#include "engine/trace/conflict_list.hpp"

namespace mcheck {

// Throws UsageError.
[[nodiscard]] ConflictList search_conflicts(const Subject& subject, const options& how,
                                            const std::vector<UserClass>& classes,
                                            const Watcher& watcher);

}  // namespace mcheck
