// SPDX-License-Identifier: MIT
// A step as the reductions compare it: its thread, its data choice, and the object that it
// accesses.
//
// An action has a meaning at one point of an execution only: elsewhere the thread may announce
// another operation, and a compare_exchange that succeeded may fail. The action stays the same as
// long as nothing that it depends on happens in between.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engine/search/execution/execution.hpp"
#include "engine/trace/order/dependency.hpp"

namespace mcheck {

struct Action {
  ThreadId thread{};
  Footprint footprint;
  // The largest footprint among the data choices: what another choice could depend on, too.
  Footprint widest_footprint;
  Word label = 0;                  // Event::label
  std::uint32_t data_choices = 1;  // number of data choices
};

// The action of an event. Only tests pass another rule than the usual one.
[[nodiscard]] Action action_of(const Execution& execution, const Event& event,
                               FootprintRule rule = commuting_footprint);
// The action that would happen now. REQUIRES: the thread is enabled with this data choice.
[[nodiscard]] Action action_of(const Execution& execution, ThreadId thread, std::uint32_t way,
                               FootprintRule rule = commuting_footprint);

// The action that would happen in this state of the operation's object.
[[nodiscard]] Action action_in_state(const Execution& execution, const Operation& operation,
                                     ThreadId thread, const State& state, std::uint32_t way,
                                     FootprintRule rule = commuting_footprint);

[[nodiscard]] constexpr bool independent(const Action& a, const Action& b) {
  return a.thread != b.thread && !conflict(a.footprint, b.footprint);
}

[[nodiscard]] constexpr bool same_step(const Action& a, const Action& b) {
  return a.thread == b.thread && a.label == b.label;
}

// Whether an enabled action is a weak initial of an enabled sequence [AAJS14, §4].
struct WeakInitial {
  enum class Kind {
    kInitial,      // the sequence contains it, at this position, and could begin with it
    kIndependent,  // not in the sequence, and no data choice of it depends on the sequence
    kDependent,    // the sequence first does something that it depends on
  } kind = Kind::kDependent;
  std::size_t position = 0;
};
[[nodiscard]] WeakInitial weak_initial(const Action& action, std::span<const Action> sequence);

// The sleep set of a prefix [Godefroid 1996]: actions that need not be taken next, because what
// they lead to has been explored from this prefix or from a shorter one.
using SleepSet = std::vector<Action>;

[[nodiscard]] bool is_asleep(const SleepSet& sleep_set, const Action& action);
// Whether all continuations of the sequence are covered: some sleeping action is a weak initial of
// the sequence. If its thread takes no step in the sequence, all data choices of the thread have to
// sleep, because one that is awake leads to something new.
[[nodiscard]] bool is_asleep(const SleepSet& sleep_set, std::span<const Action> sequence);
// `remaining` becomes the sleep set after the action: the actions that do not depend on it.
void sleep_set_after(const SleepSet& sleep_set, const Action& after, SleepSet& remaining);

}  // namespace mcheck
