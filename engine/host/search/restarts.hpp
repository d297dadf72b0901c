// SPDX-License-Identifier: MIT
// When a search stops in order to restart with what it has learned, and what several processes do
// not learn from each other.
#pragma once

#include <functional>
#include <string>

#include "engine/runtime/machine/machine.hpp"
#include "engine/search/driver/search.hpp"
#include "engine/search/execution/execution.hpp"
#include "engine/search/strategy/strategy.hpp"

namespace mcheck {

// For SearchOptions::pause: whether the search must restart, because plain accesses overlap (unless
// the strategy is random), executions must be isolated, uninstrumented writes or reuse of memory
// turned out to matter, new spin sites or counting loops became known, or threads wait for an
// atomic. REQUIRES: the references outlive the search.
[[nodiscard]] std::function<bool(const SearchReport&)> restart_condition(Machine& machine,
                                                                         const Execution& execution,
                                                                         Strategy& strategy,
                                                                         bool is_random);

// Of one of several processes: why its search is not exhaustive, although its strategy is. Others
// may have left out executions because of the bound, or not compared early exits of counting loops,
// or let threads read older values of atomics that are waited for, as long as they did not know
// what this one knows. Empty if that cannot be.
[[nodiscard]] std::string reason_for_private_sites(const Machine& machine,
                                                   const Execution& execution, Strategy& strategy);

// Whether the memory model treats an atomic differently because threads wait for it
// (engine/search/weak_memory/waited_atomics.hpp). In a search of several processes, others may
// offer choices that do not exist here.
[[nodiscard]] bool knows_waited_atomics(const Execution& execution);

}  // namespace mcheck
