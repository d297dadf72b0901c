// SPDX-License-Identifier: MIT
// What an operation would do to a version of its object, as far as a task needs to know. Loads,
// stores and similar operations, which are the most frequent, need no complete outcome.
#pragma once

#include "engine/search/execution/execution.hpp"
#include "engine/search/strategy/transitions.hpp"
#include "engine/trace/semantics/memory_step.hpp"

namespace mcheck::trust {

// The number of data choices of the operation in this state.
[[nodiscard]] inline std::uint32_t data_choices_in(const Execution& execution,
                                                   const Operation& operation, ThreadId thread,
                                                   const State& state) {
  if (has_one_outcome(operation) && state.section == 0) return 1;
  return execution.enabled(operation, thread, state);
}

// Whether it makes another version from any state, from this one back to the object's first.
[[nodiscard]] inline bool always_writes(const Operation& operation, const State& state,
                                        const Version& first) {
  if (state.destroyed) return false;
  return operation.kind == Kind::kStore ||
         (operation.kind == Kind::kFetch && first.extra != kUnwritten);
}

// Whether its effect on memory depends on the value alone.
[[nodiscard]] inline bool is_plain_step(const Operation& operation, const State& state) {
  return is_memory_step(operation.kind) && !state.destroyed && state.extra == 0 &&
         state.section == 0 && !operation.in_section;
}

struct StepOutput {
  Transition& transition;
  State& next;  // set only if it makes another version
};

// Returns whether it makes another version.
[[nodiscard]] inline bool compute_step(const Execution& execution, const Operation& operation,
                                       ThreadId thread, const State& state, std::uint32_t way,
                                       const StepOutput& output) {
  if (is_plain_step(operation, state)) {
    const MemoryStep step = memory_step(operation, state.value, way);
    output.transition = {.thread = thread, .label = step.failed ? way : 0};
    if (!step.writes) return false;
    output.next = state;
    output.next.value = step.value;
    return true;
  }
  const Outcome outcome = execution.outcome_of(operation, thread, state, way);
  output.transition = transition_for(operation, thread, outcome);
  if (outcome.mode == Mode::kRead) return false;
  output.next = outcome.next;
  return true;
}

// The transition alone.
[[nodiscard]] inline Transition transition_at(const Execution& execution,
                                              const Operation& operation, ThreadId thread,
                                              const State& state, std::uint32_t way) {
  if (is_plain_step(operation, state)) {
    const bool fails = memory_step(operation, state.value, way).failed;
    return {.thread = thread, .label = fails ? way : 0};
  }
  return transition_for(operation, thread, execution.outcome_of(operation, thread, state, way));
}

}  // namespace mcheck::trust
