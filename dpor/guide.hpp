// SPDX-License-Identifier: MIT
// An execution that other runs stay close to: of the alternatives they take the one that came first
// in it.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/search/execution.hpp"
#include "engine/search/strategy.hpp"

namespace mcheck {

// A position in a thread: before its event of that index.
struct ThreadPlace {
  ThreadId thread{};
  std::uint32_t event = 0;

  friend auto operator<=>(const ThreadPlace&, const ThreadPlace&) = default;
};

// The current position of a thread.
[[nodiscard]] inline ThreadPlace place_of(const ThreadRecord& record) {
  return {.thread = record.id, .event = record.events};
}

class Guide {
 public:
  static constexpr std::uint32_t kNever = 0xffffffffu;

  Guide() = default;
  explicit Guide(const Execution& execution);

  // The number of choices before the one that was made at this position; kNeverTaken: none was.
  [[nodiscard]] std::uint32_t position(ThreadPlace place) const;

  // The distance of an alternative from the reference, the nearest least: the index of its choice
  // there, and whether it makes another data choice.
  struct Distance {
    std::uint32_t position = kNever;
    bool other_choice = false;

    friend auto operator<=>(const Distance&, const Distance&) = default;
  };
  [[nodiscard]] Distance distance(const View& view, const Alternative& way) const;

 private:
  struct Step {
    std::uint32_t event = 0;  // index in its thread
    std::uint32_t position = 0;
    Word label = 0;
  };
  [[nodiscard]] const Step* find(ThreadPlace place) const;

  std::vector<std::vector<Step>> steps_;  // by thread
};

}  // namespace mcheck
