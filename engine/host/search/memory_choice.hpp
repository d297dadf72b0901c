// SPDX-License-Identifier: MIT
// Which memory model a search has. With memory_model::automatic it begins as sequentially
// consistent, and starts again under RC11 once that permits more.
#pragma once

#include "engine/host/search/exploration.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/search/execution/execution.hpp"

namespace mcheck {

// Before the first search, and when the model has changed.
void begin_memory_model(const options& how, Machine& machine, Execution& execution);

// Whether the search has to start again under RC11. False if its options need sequential
// consistency: its verdict says so.
[[nodiscard]] bool needs_weak_memory(const options& how, Machine& machine);

// Whether sequential consistency was assumed, and RC11 permits more.
[[nodiscard]] bool assumes_sequential_consistency(const options& how, Machine& machine);

}  // namespace mcheck
