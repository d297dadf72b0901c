// SPDX-License-Identifier: MIT
#include "dpor/action.hpp"

#include <algorithm>

namespace mcheck {

namespace {

// A try that may fail for no reason reads if it does, and writes if it does not.
Footprint widest(const Execution& execution, const Operation& operation, ThreadId thread,
                 const State& state, const Footprint& own) {
  if (!operation.may_fail || execution.ways(operation, thread, state) < 2) return own;
  return footprint(operation, Mode::kExclusive, Relation::kCommuting);
}

}  // namespace

Action action_in(const Execution& execution, const Operation& operation, ThreadId thread,
                 const State& state, std::uint32_t way) {
  const Outcome outcome = execution.outcome_of(operation, thread, state, way);
  const Footprint own = footprint(operation, outcome.mode, Relation::kCommuting);
  return {.thread = thread,
          .print = own,
          .widest = widest(execution, operation, thread, state, own),
          .label = outcome.label};
}

Action action_of(const Execution& execution, const Event& event) {
  const Footprint own = footprint(event.operation, event.mode, Relation::kCommuting);
  Action action{.thread = event.thread, .print = own, .widest = own, .label = event.label};
  if (event.version_before != kNone) {
    const State& before = execution.versions()[event.version_before].state;
    action.widest = widest(execution, event.operation, event.thread, before, own);
  }
  return action;
}

Action action_of(const Execution& execution, ThreadId thread, std::uint32_t way) {
  const Operation& operation = execution.thread(thread).pending;
  return action_in(execution, operation, thread, execution.state_of(operation.object), way);
}

// One pass is enough: what stands before the thread's own step in the sequence conflicts with that
// step exactly if it conflicts with the action, for if it did not, the two would be the same.
Standing standing(const Action& action, std::span<const Action> sequence) {
  bool wide_conflict = false;
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    if (sequence[i].thread == action.thread) {
      if (sequence[i].label != action.label) return {};
      return {.kind = Standing::Kind::kFirst, .place = i};
    }
    if (conflict(sequence[i].print, action.print)) return {};
    wide_conflict = wide_conflict || conflict(sequence[i].print, action.widest);
  }
  // Another choice would depend on the sequence: to make this one first does not stand for that.
  if (wide_conflict) return {};
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
