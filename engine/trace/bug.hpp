// SPDX-License-Identifier: MIT
// When two failures are the same bug: they are of one kind, say the same, and came from the same
// place, whichever threads took which part in them.
//
//   threads   A message names threads; which of several that do the same it was makes no other bug.
//   order     A race is one of the same two accesses, whichever came first; a deadlock is one over
//             the same objects, whoever is told first.
//   places    Of a race those of both accesses, otherwise that at which it failed. A deadlock is
//             told by its objects.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/trace/failure.hpp"
#include "engine/trace/result.hpp"

namespace mcheck {

// What the message says, but for who. `threads` are the names that may be in it.
[[nodiscard]] std::string bug_text(FailureKind kind, const std::string& message,
                                   std::span<const std::string> threads);

// Equal for failures that are the same bug, in whatever process they were found.
[[nodiscard]] std::string bug_of(const FailureReport& failure);

[[nodiscard]] bool is_among(std::span<const FailureReport> failures, const FailureReport& failure);
// One of a bug that is among them only adds to how often that occurs.
void add_failure(std::vector<FailureReport>& failures, FailureReport failure);

}  // namespace mcheck
