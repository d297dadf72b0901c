// SPDX-License-Identifier: MIT
// A step as the reductions compare it: which thread, with which data choice, and what it touches.
//
// An action means something at one place of an execution only: elsewhere the same thread may want
// something else, and a compare_exchange that succeeded may fail. As long as nothing that it
// depends on happens in between it stays what it is.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engine/search/execution.hpp"
#include "engine/trace/dependency.hpp"

namespace mcheck {

struct Action {
  ThreadId thread{};
  Footprint print;
  // The same for whichever data choice touches most: what another choice would depend on, too.
  Footprint widest;
  Word label = 0;          // Event::label
  std::uint32_t ways = 1;  // how many data choices there are
};

// What happened, as the reductions see it; another rule than the usual is for tests.
[[nodiscard]] Action action_of(const Execution& execution, const Event& event,
                               FootprintRule rule = commuting_footprint);
// What would happen now. REQUIRES: the thread can go on in this way.
[[nodiscard]] Action action_of(const Execution& execution, ThreadId thread, std::uint32_t way,
                               FootprintRule rule = commuting_footprint);

// What would happen in this state of the operation's object.
[[nodiscard]] Action action_in(const Execution& execution, const Operation& operation,
                               ThreadId thread, const State& state, std::uint32_t way,
                               FootprintRule rule = commuting_footprint);

[[nodiscard]] constexpr bool independent(const Action& a, const Action& b) {
  return a.thread != b.thread && !conflict(a.print, b.print);
}

[[nodiscard]] constexpr bool same_step(const Action& a, const Action& b) {
  return a.thread == b.thread && a.label == b.label;
}

// Where an action that is possible now stands in a sequence that is possible now.
struct Standing {
  enum class Kind {
    kFirst,        // the sequence does this, at `place`, and could do it first
    kIndependent,  // the sequence does not do this, nor anything that any choice of it depends on
    kDependent,    // it does something else first that this depends on
  } kind = Kind::kDependent;
  std::size_t place = 0;
};
[[nodiscard]] Standing standing(const Action& action, std::span<const Action> sequence);

// What has been explored from a prefix, or before it, and need not be explored again as the next
// step from here: the sleep set of [Godefroid 1996].
using SleepSet = std::vector<Action>;

[[nodiscard]] bool sleeps(const SleepSet& asleep, const Action& action);
// Whether all that the sequence leads to could begin with something that sleeps: a step of its own,
// or one of a thread that takes no part in it. Such a thread has to sleep with each of its data
// choices, for one that is awake leads to something new.
[[nodiscard]] bool sleeps(const SleepSet& asleep, std::span<const Action> sequence);
// `still` becomes what sleeps on after the action: what does not depend on it.
void sleep_on(const SleepSet& asleep, const Action& after, SleepSet& still);

}  // namespace mcheck
