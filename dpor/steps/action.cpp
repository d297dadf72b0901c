// SPDX-License-Identifier: MIT
#include "dpor/steps/action.hpp"

#include <algorithm>

namespace mcheck {

namespace {

const State kEmptyState{};

Action make_action(const Execution& execution, const Operation& operation, ThreadId thread,
                   const State& state, Mode mode, Word label, FootprintRule rule) {
  Action action{.thread = thread,
                .footprint = rule(operation, mode),
                .label = label,
                .data_choices = execution.enabled(operation, thread, state)};
  // A try that may fail spuriously reads if it fails and writes if it succeeds.
  const bool other_choice_touches_more = operation.may_fail && action.data_choices > 1;
  action.widest_footprint =
      other_choice_touches_more ? rule(operation, Mode::kExclusive) : action.footprint;
  return action;
}

}  // namespace

Action action_in_state(const Execution& execution, const Operation& operation, ThreadId thread,
                       const State& state, std::uint32_t way, FootprintRule rule) {
  const Outcome outcome = execution.outcome_of(operation, thread, state, way);
  return make_action(execution, operation, thread, state, outcome.mode, outcome.label, rule);
}

Action action_of(const Execution& execution, const Event& event, FootprintRule rule) {
  const bool has_no_object = event.version_before == kNone;
  const State before = has_no_object ? kEmptyState : execution.state_at(event.version_before);
  return make_action(execution, event.operation, event.thread, before, event.mode, event.label,
                     rule);
}

Action action_of(const Execution& execution, ThreadId thread, std::uint32_t way,
                 FootprintRule rule) {
  const Operation& operation = execution.thread(thread).pending;
  return action_in_state(execution, operation, thread, execution.state_of(operation.object), way,
                         rule);
}

// One pass is enough: an event before the thread's own step in the sequence conflicts with that
// step exactly if it conflicts with the action, because without a conflict the two are the same.
WeakInitial weak_initial(const Action& action, std::span<const Action> sequence) {
  bool depends_on_other_choice = false;
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    if (sequence[i].thread == action.thread) {
      if (sequence[i].label != action.label) return {};
      return {.kind = WeakInitial::Kind::kInitial, .position = i};
    }
    if (conflict(sequence[i].footprint, action.footprint)) return {};
    depends_on_other_choice =
        depends_on_other_choice || conflict(sequence[i].footprint, action.widest_footprint);
  }
  // Another data choice depends on the sequence: taking this one first does not cover that.
  if (depends_on_other_choice) return {};
  return {.kind = WeakInitial::Kind::kIndependent};
}

bool is_asleep(const SleepSet& sleep_set, const Action& action) {
  return std::ranges::any_of(sleep_set,
                             [&](const Action& other) { return same_step(other, action); });
}

bool is_asleep(const SleepSet& sleep_set, std::span<const Action> sequence) {
  return std::ranges::any_of(sleep_set, [&](const Action& action) {
    const WeakInitial::Kind kind = weak_initial(action, sequence).kind;
    if (kind != WeakInitial::Kind::kIndependent) return kind == WeakInitial::Kind::kInitial;
    const auto same_thread = [&](const Action& other) { return other.thread == action.thread; };
    return std::ranges::count_if(sleep_set, same_thread) >= action.data_choices;
  });
}

void sleep_set_after(const SleepSet& sleep_set, const Action& after, SleepSet& remaining) {
  remaining.clear();
  for (const Action& action : sleep_set) {
    if (independent(action, after)) remaining.push_back(action);
  }
}

}  // namespace mcheck
