// SPDX-License-Identifier: MIT
#include "dpor/action.hpp"

#include <algorithm>

namespace mcheck {

namespace {

const State kNoState{};

Action make(const Execution& execution, const Operation& operation, ThreadId thread,
            const State& state, Mode mode, Word label, FootprintRule rule) {
  Action action{.thread = thread,
                .print = rule(operation, mode),
                .label = label,
                .ways = execution.ways(operation, thread, state)};
  // A try that may fail spuriously reads if it fails and writes if it succeeds.
  const bool differs = operation.may_fail && action.ways > 1;
  action.widest = differs ? rule(operation, Mode::kExclusive) : action.print;
  return action;
}

}  // namespace

Action action_in(const Execution& execution, const Operation& operation, ThreadId thread,
                 const State& state, std::uint32_t way, FootprintRule rule) {
  const Outcome outcome = execution.outcome_of(operation, thread, state, way);
  return make(execution, operation, thread, state, outcome.mode, outcome.label, rule);
}

Action action_of(const Execution& execution, const Event& event, FootprintRule rule) {
  const bool none = event.version_before == kNone;
  const State before = none ? kNoState : execution.state_at(event.version_before);
  return make(execution, event.operation, event.thread, before, event.mode, event.label, rule);
}

Action action_of(const Execution& execution, ThreadId thread, std::uint32_t way,
                 FootprintRule rule) {
  const Operation& operation = execution.thread(thread).pending;
  return action_in(execution, operation, thread, execution.state_of(operation.object), way, rule);
}

// One pass is enough: an event before the thread's own step in the sequence conflicts with that
// step exactly if it conflicts with the action, because without a conflict the two are the same.
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
  // Another data choice depends on the sequence: taking this one first does not cover that.
  if (wide_conflict) return {};
  return {.kind = Standing::Kind::kIndependent};
}

bool sleeps(const SleepSet& asleep, const Action& action) {
  return std::ranges::any_of(asleep, [&](const Action& other) { return same_step(other, action); });
}

bool sleeps(const SleepSet& asleep, std::span<const Action> sequence) {
  return std::ranges::any_of(asleep, [&](const Action& action) {
    const Standing::Kind kind = standing(action, sequence).kind;
    if (kind != Standing::Kind::kIndependent) return kind == Standing::Kind::kFirst;
    const auto same_thread = [&](const Action& other) { return other.thread == action.thread; };
    return std::ranges::count_if(asleep, same_thread) >= action.ways;
  });
}

void sleep_on(const SleepSet& asleep, const Action& after, SleepSet& still) {
  still.clear();
  for (const Action& action : asleep) {
    if (independent(action, after)) still.push_back(action);
  }
}

}  // namespace mcheck
