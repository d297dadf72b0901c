// SPDX-License-Identifier: MIT
// When a search stops in order to restart with what it has learned, and what several processes do
// not learn from each other.
#pragma once

#include <functional>
#include <string>

#include "engine/runtime/machine/machine.hpp"
#include "engine/search/driver/search.hpp"
#include "engine/search/execution/byte_objects.hpp"
#include "engine/search/strategy/strategy.hpp"

namespace mcheck {

// For SearchOptions::pause: whether the search must restart, because plain accesses overlap (unless
// the strategy is random), executions must be isolated, uninstrumented writes or reuse of memory
// turned out to matter, or new spin sites or counting loops became known. REQUIRES: the references
// outlive the search.
[[nodiscard]] std::function<bool(const SearchReport&)> restart_condition(Machine& machine,
                                                                         const ByteObjects& bytes,
                                                                         Strategy& strategy,
                                                                         bool is_random);

// Of one of several processes: why its search is not exhaustive, although its strategy is. Others
// may have left out executions because of the bound, or not compared early exits of counting loops,
// as long as they did not know the sites that this one knows. Empty if that cannot be.
[[nodiscard]] std::string reason_for_private_sites(const Machine& machine, Strategy& strategy);

}  // namespace mcheck
