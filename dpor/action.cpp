// SPDX-License-Identifier: MIT
#include "dpor/action.hpp"

#include <algorithm>

namespace mcheck {

Action action_of(const Event& event) {
  return {.thread = event.thread,
          .print = footprint(event.operation, event.mode, Relation::kCommuting),
          .label = event.label};
}

Action action_of(const Execution& execution, ThreadId thread, std::uint32_t way) {
  const Operation& operation = execution.thread(thread).pending;
  const Outcome outcome =
      execution.outcome_of(operation, thread, execution.state_of(operation.object), way);
  return {.thread = thread,
          .print = footprint(operation, outcome.mode, Relation::kCommuting),
          .label = outcome.label};
}

// One pass is enough: what stands before the thread's own step in the sequence conflicts with that
// step exactly if it conflicts with the action, for if it did not, the two would be the same.
Standing standing(const Action& action, std::span<const Action> sequence) {
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    if (sequence[i].thread == action.thread) {
      if (sequence[i].label != action.label) return {};
      return {.kind = Standing::Kind::kFirst, .place = i};
    }
    if (conflict(sequence[i].print, action.print)) return {};
  }
  return {.kind = Standing::Kind::kIndependent};
}

bool sleeps(const SleepSet& asleep, const Action& action) {
  return std::ranges::any_of(asleep, [&](const Action& other) { return same_step(other, action); });
}

void sleep_on(const SleepSet& asleep, const Action& after, SleepSet& still) {
  still.clear();
  for (const Action& action : asleep) {
    if (independent(action, after)) still.push_back(action);
  }
}

}  // namespace mcheck
