// SPDX-License-Identifier: MIT
// States and the transitions between them, as plain data.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "engine/base/ids.hpp"
#include "engine/search/strategy/transitions.hpp"
#include "engine/trace/semantics/thread_set.hpp"

namespace mcheck {

struct TransitionGraph {
  struct Edge {
    std::uint32_t to = 0;
    Transition move;
    ThreadSet progress{};     // threads that passed a progress mark in this step
    bool only_reads = false;  // it was a read that a loop can spin with, and nothing else
  };
  struct Node {
    std::vector<Edge> edges;
    ThreadSet unfinished;  // those that have started and not finished
    ThreadSet enabled;     // of these: those that are enabled
    ThreadSet spinning{};  // those whose step would be an idle iteration, which no edge stands for
    ThreadSet locked_out{};  // those that wait for a lock, and are not enabled
    bool ended = false;      // no thread was enabled, or something failed
  };

  std::vector<Node> nodes;  // node 0 is the initial state

  struct Path {
    std::uint32_t node = 0;
    std::vector<Transition> transitions;
  };
  // The shortest path from the initial state to a node that is wanted.
  [[nodiscard]] std::optional<Path> shortest_path(
      const std::function<bool(std::uint32_t)>& wanted) const;
};

}  // namespace mcheck
