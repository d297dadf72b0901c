// SPDX-License-Identifier: MIT
// Identity of bugs: two failures are the same bug if they are of one kind, have the same message,
// and occurred at the same location, whichever threads took which part.
//
//   threads     A message names threads; which of several equal threads it was does not matter.
//   order       A race consists of two accesses, in either order; a deadlock of its objects, in
//               any order.
//   locations   Of a race those of both accesses, otherwise where it failed. A deadlock is
//               identified by its objects instead.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/trace/failures/failure.hpp"
#include "engine/trace/results/result.hpp"

namespace mcheck {

// The message without the names of threads. `threads` are the names that may occur.
[[nodiscard]] std::string bug_text(FailureKind kind, const std::string& message,
                                   std::span<const std::string> threads);

// Equal for failures that are the same bug, whatever process found them.
[[nodiscard]] std::string bug_key(const FailureReport& failure);

[[nodiscard]] bool is_among(std::span<const FailureReport> failures, const FailureReport& failure);
// A failure whose bug is in the list only increases the number of its occurrences.
void add_failure(std::vector<FailureReport>& failures, FailureReport failure);

}  // namespace mcheck
