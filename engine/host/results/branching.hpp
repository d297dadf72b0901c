// SPDX-License-Identifier: MIT
// The objects that make a search large: at operations on them most executions branch.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/search/execution/execution.hpp"
#include "engine/trace/results/result.hpp"

namespace mcheck {

// The objects with the most branches, named as in the last execution. REQUIRES: the counts are
// those of that execution's search, by object.
[[nodiscard]] std::vector<NamedValue> branching_of(const Execution& execution,
                                                   std::span<const std::uint64_t> branches,
                                                   std::size_t max_objects = kMaxBranching);

}  // namespace mcheck
