// SPDX-License-Identifier: MIT
// Which steps of a long trace are worth a line. A run of one thread without a switch shows its
// first and last steps; of a trace that is long even then, the beginning and the end.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/trace/result.hpp"

namespace mcheck {

// One line of a folded trace: a step, or, where `hidden` is not 0, a gap of so many steps.
struct FoldedLine {
  std::size_t step = 0;  // the step, or the first one hidden
  std::size_t hidden = 0;
  bool one_thread = true;  // the gap lies within a run of one thread

  friend bool operator==(const FoldedLine&, const FoldedLine&) = default;
};

// At most `most` lines, or all steps if `most` is 0.
[[nodiscard]] std::vector<FoldedLine> folded(const std::vector<TraceStep>& trace, std::size_t most);

// The threads of a failure that need a column, in the order in which they came to be.
[[nodiscard]] std::vector<std::string> threads_of(const FailureReport& failure);

}  // namespace mcheck
