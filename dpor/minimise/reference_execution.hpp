// SPDX-License-Identifier: MIT
// An execution that other runs stay close to: of the alternatives they take the one that came first
// in it.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/search/execution/execution.hpp"
#include "engine/search/strategy/strategy.hpp"

namespace mcheck {

// A position in a thread: before its event of that index.
struct ThreadPosition {
  ThreadId thread{};
  std::uint32_t event = 0;

  friend auto operator<=>(const ThreadPosition&, const ThreadPosition&) = default;
};

// The current position of a thread.
[[nodiscard]] inline ThreadPosition thread_position(const ThreadRecord& record) {
  return {.thread = record.id, .event = record.events};
}

class ReferenceExecution {
 public:
  static constexpr std::uint32_t kNeverTaken = 0xffffffffu;

  ReferenceExecution() = default;
  explicit ReferenceExecution(const Execution& execution);

  // The number of choices before the one that was made at this position; kNeverTaken: none was.
  [[nodiscard]] std::uint32_t choice_index(ThreadPosition where) const;

  // The distance of an alternative from the reference, the nearest least: the index of its choice
  // there, and whether it makes another data choice.
  struct Distance {
    std::uint32_t choice_index = kNeverTaken;
    bool other_data_choice = false;

    friend auto operator<=>(const Distance&, const Distance&) = default;
  };
  [[nodiscard]] Distance distance(const View& view, const Alternative& alternative) const;

 private:
  struct Step {
    std::uint32_t event = 0;  // index in its thread
    std::uint32_t choice_index = 0;
    Word label = 0;
  };
  [[nodiscard]] const Step* find(ThreadPosition where) const;

  std::vector<std::vector<Step>> steps_;  // by thread
};

}  // namespace mcheck
