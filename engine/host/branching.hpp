// SPDX-License-Identifier: MIT
// Which objects make a search large: those at whose operations most executions part.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/search/execution.hpp"
#include "engine/trace/result.hpp"

namespace mcheck {

// The most important ones, by the names that they have in the last execution. REQUIRES: partings
// are those of that execution's search, by object.
[[nodiscard]] std::vector<NamedValue> branching_of(const Execution& execution,
                                                   std::span<const std::uint64_t> partings,
                                                   std::size_t most = kMostBranching);

}  // namespace mcheck
