// SPDX-License-Identifier: MIT
// The unit of work of run-based TruSt (trust.hpp): a schedule that realises an execution graph, and
// for each of its events when it was added to the graph. Independent of other tasks.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/search/strategy/transitions.hpp"

namespace mcheck::trust {

// When a part of an event was added. An event has a part that reads a version of its object and, if
// it changes the object, a part that makes the next version.
using Stamp = std::uint32_t;
inline constexpr Stamp kNoStamp = 0;

// The thread's nth event, wherever it is in a schedule.
struct Slot {
  ThreadId thread{};
  std::uint32_t index = 0;

  friend bool operator==(const Slot&, const Slot&) = default;
};

struct TaskStep {
  ThreadId thread{};
  bool names_thread = false;
  bool is_revisit_source =
      false;  // its write part was the source of a revisit: it is never deleted
  std::uint32_t label =
      0;  // with its thread, the transition (engine/search/strategy/transitions.hpp)
  Stamp read = kNoStamp;
  Stamp write = kNoStamp;

  [[nodiscard]] Transition transition() const {
    return {.thread = thread, .names_thread = names_thread, .label = label};
  }
};

[[nodiscard]] inline TaskStep make_step(const Transition& transition, Stamp read,
                                        Stamp write = kNoStamp) {
  return {.thread = transition.thread,
          .names_thread = transition.names_thread,
          .label = transition.label,
          .read = read,
          .write = write};
}

// The event in this slot may only read the version that `version` made, or one that it leads to.
struct Pin {
  Stamp stamp = kNoStamp;
  Slot slot;
  Slot version;
  bool allows_new_versions = false;  // also those that were added after the pin
};

struct Task {
  std::vector<TaskStep> steps;
  std::uint32_t new_write = kNone;  // the step whose write part is new: its revisits are
                                    // outstanding
  std::vector<Pin> pins;
  std::uint32_t threads = 0;  // number of threads that took steps in an ancestor's execution
  double share = 0;           // estimated share of the whole search; of a shard only
};

}  // namespace mcheck::trust
