// SPDX-License-Identifier: MIT
// Which steps of a long trace a picture shows. A run of one thread without a switch shows its first
// and last steps; a trace that is still too long shows its beginning and its end.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/trace/results/result.hpp"

namespace mcheck {

// One line of a folded trace: a step, or, if `hidden` is not 0, a gap of that many steps.
struct FoldedLine {
  std::size_t step = 0;  // the step, or the first hidden one
  std::size_t hidden = 0;
  bool one_thread = true;  // the gap lies within a run of one thread

  friend bool operator==(const FoldedLine&, const FoldedLine&) = default;
};

// At most `max_lines` lines; all steps if `max_lines` is 0.
[[nodiscard]] std::vector<FoldedLine> folded(const std::vector<TraceStep>& trace,
                                             std::size_t max_lines);

// The threads of a failure that need a column, in the order of their creation.
[[nodiscard]] std::vector<std::string> threads_of(const FailureReport& failure);

}  // namespace mcheck
