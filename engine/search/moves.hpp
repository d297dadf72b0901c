// SPDX-License-Identifier: MIT
// A schedule as the reductions know it: which thread goes on, and which data choice it makes.
// Unlike the number of an alternative it means the same after other steps were taken before it.
#pragma once

#include <optional>
#include <vector>

#include "engine/search/execution.hpp"

namespace mcheck {

struct Move {
  ThreadId thread{};
  bool names_thread = false;  // the label is a ThreadId
  std::uint32_t label = 0;    // Event::label

  friend bool operator==(const Move&, const Move&) = default;
};

[[nodiscard]] Move move_of(const Event& event);
[[nodiscard]] Move move_for(const Operation& operation, ThreadId thread, const Outcome& outcome);

// What was done, step by step.
[[nodiscard]] std::vector<Move> moves_of(const Execution& execution);
// The same in memory that is there already.
void collect_moves(const Execution& execution, std::vector<Move>& moves);

// The shortest schedule after which the thread stops as it did: the steps that come before its last
// one, and no others. None if another thread would have stopped before.
[[nodiscard]] std::optional<std::vector<Move>> moves_to(const Execution& execution,
                                                        const Stop& stop);

}  // namespace mcheck
