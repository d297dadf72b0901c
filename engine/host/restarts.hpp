// SPDX-License-Identifier: MIT
// When a search stops in the middle, to begin again with what it has found out.
#pragma once

#include <functional>

#include "engine/runtime/machine.hpp"
#include "engine/search/byte_objects.hpp"
#include "engine/search/search.hpp"
#include "engine/search/strategy.hpp"

namespace mcheck {

// For SearchOptions::pause: whether the search has to begin again because plain accesses overlap
// (unless the strategy draws lots), because the program needs a process for each execution, because
// writes without hooks or reuse of memory turned out to matter, or because places became known at
// which threads poll or loops count. REQUIRES: all three live as long as the search.
[[nodiscard]] std::function<bool(const SearchReport&)> has_to_restart(const Machine& machine,
                                                                      const ByteObjects& bytes,
                                                                      Strategy& strategy,
                                                                      bool draws_lots);

}  // namespace mcheck
