// SPDX-License-Identifier: MIT
// How an execution continues where a reduction prescribes nothing: with the enabled thread that has
// yielded least, so that a loop that spins and yields lets others work; among these with the first
// by path; with the first of its outcomes. Sleeping actions are excluded. The choice is a function
// of the trace so far and not of the order in which its independent events came, as every reduction
// requires.
//
// Releases of a semaphore count as independent, and so do count-downs of a latch, as if there were
// no limit. Which of several exceeds the limit, and fails, therefore differs among executions that
// count as equivalent. No such failure is missed: it occurs in the first execution that exceeds the
// limit. From there on nothing is known about what has been explored, so such an execution runs to
// its end and is reported.
#pragma once

#include <optional>

#include "dpor/steps/action.hpp"
#include "engine/search/strategy/strategy.hpp"

namespace mcheck {

// Whether a release or a count-down has exceeded the limit of its object.
[[nodiscard]] bool exceeds_counter_limit(const Execution& execution);

// The first alternative, by the rule above, of those that may be taken; no value: there is none.
template <class MayTake>
[[nodiscard]] std::optional<std::uint32_t> first_alternative(const View& view,
                                                             const MayTake& may_take) {
  std::optional<std::uint32_t> best;
  const ThreadRecord* best_thread = nullptr;  // of the best; records are ordered by path
  for (std::uint32_t i = 0; i < view.alternatives.size(); ++i) {
    const Alternative& alternative = view.alternatives[i];
    const ThreadRecord* const record = &view.execution.thread(alternative.thread);
    const bool is_worse = best_thread != nullptr && (record->yields != best_thread->yields
                                                         ? record->yields > best_thread->yields
                                                         : record >= best_thread);
    if (is_worse || !may_take(alternative)) continue;
    best = i;
    best_thread = record;
  }
  return best;
}

// An index into the alternatives. No value: all of them sleep, and no limit was exceeded.
[[nodiscard]] std::optional<std::uint32_t> default_alternative(const View& view,
                                                               const SleepSet& sleep_set);

}  // namespace mcheck
