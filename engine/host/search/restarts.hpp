// SPDX-License-Identifier: MIT
// When a search stops in order to restart with what it has learned.
#pragma once

#include <functional>

#include "engine/runtime/machine/machine.hpp"
#include "engine/search/driver/search.hpp"
#include "engine/search/execution/byte_objects.hpp"
#include "engine/search/strategy/strategy.hpp"

namespace mcheck {

// For SearchOptions::pause: whether the search must restart, because plain accesses overlap (unless
// the strategy is random), executions must be isolated, uninstrumented writes or reuse of memory
// turned out to matter, or new spin sites or counting loops became known. REQUIRES: the references
// outlive the search.
[[nodiscard]] std::function<bool(const SearchReport&)> restart_condition(const Machine& machine,
                                                                         const ByteObjects& bytes,
                                                                         Strategy& strategy,
                                                                         bool is_random);

}  // namespace mcheck
