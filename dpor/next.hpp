// SPDX-License-Identifier: MIT
// How an execution goes on where a reduction has no wish: a function of the trace so far and not of
// the order in which its independent events came, as every reduction needs it.
#pragma once

#include "engine/search/execution.hpp"
#include "engine/search/strategy.hpp"

namespace mcheck {

// Of the threads that can go on, the one that has yielded least and among those the first by path,
// with its default outcome: so who polls and yields lets others go first.
[[nodiscard]] inline std::uint32_t next(const View& view) {
  const auto alternative_of = [&](ThreadId thread) -> std::uint32_t {
    for (std::uint32_t i = 0; i < view.alternatives.size(); ++i) {
      const Alternative& offered = view.alternatives[i];
      if (offered.thread == thread && offered.outcome == 0) return i;
    }
    return Pick::kImpossible;
  };
  std::uint32_t best = Pick::kImpossible;
  std::uint32_t fewest = ~0u;
  for (const ThreadRecord& record : view.execution.threads()) {
    if (record.yields >= fewest) continue;
    const std::uint32_t offered = alternative_of(record.id);
    if (offered == Pick::kImpossible) continue;
    best = offered;
    fewest = record.yields;
  }
  return best;
}

}  // namespace mcheck
