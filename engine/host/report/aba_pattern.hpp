// SPDX-License-Identifier: MIT
// Finds the ABA problem of an execution: a compare-exchange succeeded because a new block has the
// address of an older one, which the thread had read and which was freed in between.
#pragma once

#include <cstddef>
#include <optional>

#include "engine/search/execution/execution.hpp"

namespace mcheck {

// The events of the pattern, in order.
struct AbaPattern {
  std::size_t read = 0;         // the thread reads the address
  std::size_t freed = 0;        // the block there is freed
  std::size_t reallocated = 0;  // the address is allocated again
  std::size_t exchange = 0;     // the thread's compare-exchange succeeds
};

// The first one; none if no freed block was reused like this (engine/runtime/memory/reuse.hpp).
[[nodiscard]] std::optional<AbaPattern> find_aba(const Execution& execution);

}  // namespace mcheck
