// SPDX-License-Identifier: MIT
// A schedule as reductions use it: a sequence of transitions, each a thread and its data choice.
// Unlike the number of an alternative, a transition keeps its meaning when other steps come before
// it.
#pragma once

#include <optional>
#include <vector>

#include "engine/search/execution/execution.hpp"

namespace mcheck {

struct Transition {
  ThreadId thread{};
  bool names_thread = false;  // the label is a ThreadId
  std::uint32_t label = 0;    // Event::label

  friend bool operator==(const Transition&, const Transition&) = default;
};

[[nodiscard]] Transition transition_of(const Event& event);
[[nodiscard]] Transition transition_for(const Operation& operation, ThreadId thread,
                                        const Outcome& outcome);

// The transitions of the execution, in order.
[[nodiscard]] std::vector<Transition> transitions_of(const Execution& execution);
// The same, into existing memory.
void collect_transitions(const Execution& execution, std::vector<Transition>& transitions);

// The shortest schedule after which the thread stops as it did: only the steps that happen before
// its last one. No value: another thread would have stopped before.
[[nodiscard]] std::optional<std::vector<Transition>> transitions_to(const Execution& execution,
                                                                    const Stop& stop);

}  // namespace mcheck
