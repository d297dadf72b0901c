// SPDX-License-Identifier: MIT
// What an operation would do to a version of its object, as far as a task needs to know. Loads,
// stores and similar operations, which are the most frequent, need no complete outcome.
#pragma once

#include "engine/search/execution.hpp"
#include "engine/search/moves.hpp"
#include "engine/trace/memory_step.hpp"

namespace mcheck::trust {

// The number of data choices of the operation in this state.
[[nodiscard]] inline std::uint32_t ways_in(const Execution& execution, const Operation& operation,
                                           ThreadId thread, const State& state) {
  if (has_one_way(operation) && state.section == 0) return 1;
  return execution.ways(operation, thread, state);
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

struct StepTold {
  Move& move;
  State& next;  // set only if it makes another version
};

// Returns whether it makes another version.
[[nodiscard]] inline bool step_in(const Execution& execution, const Operation& operation,
                                  ThreadId thread, const State& state, std::uint32_t way,
                                  const StepTold& told) {
  if (is_plain_step(operation, state)) {
    const MemoryStep step = memory_step(operation, state.value, way);
    told.move = {.thread = thread, .label = step.failed ? way : 0};
    if (!step.writes) return false;
    told.next = state;
    told.next.value = step.value;
    return true;
  }
  const Outcome outcome = execution.outcome_of(operation, thread, state, way);
  told.move = move_for(operation, thread, outcome);
  if (outcome.mode == Mode::kRead) return false;
  told.next = outcome.next;
  return true;
}

// The transition alone.
[[nodiscard]] inline Move move_in(const Execution& execution, const Operation& operation,
                                  ThreadId thread, const State& state, std::uint32_t way) {
  if (is_plain_step(operation, state)) {
    const bool fails = memory_step(operation, state.value, way).failed;
    return {.thread = thread, .label = fails ? way : 0};
  }
  return move_for(operation, thread, execution.outcome_of(operation, thread, state, way));
}

}  // namespace mcheck::trust
