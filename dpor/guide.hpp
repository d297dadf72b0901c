// SPDX-License-Identifier: MIT
// An execution to stay near to: of the ways to go on, the one that came first in it.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/search/execution.hpp"
#include "engine/search/strategy.hpp"

namespace mcheck {

// A place in a thread: before its event of that number.
struct ThreadPlace {
  ThreadId thread{};
  std::uint32_t event = 0;

  friend auto operator<=>(const ThreadPlace&, const ThreadPlace&) = default;
};

// Where a thread stands.
[[nodiscard]] inline ThreadPlace place_of(const ThreadRecord& record) {
  return {.thread = record.id, .event = record.events};
}

class Guide {
 public:
  static constexpr std::uint32_t kNever = 0xffffffffu;

  Guide() = default;
  explicit Guide(const Execution& execution);

  // How many choices came before the one that was made at the place; kNever: none was.
  [[nodiscard]] std::uint32_t position(ThreadPlace place) const;

  // How far a way to go on is from the guide, the nearest least: when its step came, and whether
  // it makes another data choice.
  struct Distance {
    std::uint32_t position = kNever;
    bool other_choice = false;

    friend auto operator<=>(const Distance&, const Distance&) = default;
  };
  [[nodiscard]] Distance distance(const View& view, const Alternative& way) const;

 private:
  struct Step {
    std::uint32_t event = 0;  // among those of its thread
    std::uint32_t position = 0;
    Word label = 0;
  };
  [[nodiscard]] const Step* find(ThreadPlace place) const;

  std::vector<std::vector<Step>> steps_;  // by thread, in order
};

}  // namespace mcheck
