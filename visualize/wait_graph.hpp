// SPDX-License-Identifier: MIT
// Who waits for what, and who holds it: threads and the things between them, of an execution that
// got stuck. As Graphviz's language and as a Mermaid flowchart.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/trace/result.hpp"

namespace mcheck {

struct WaitNode {
  std::string name;
  bool is_thread = false;
  std::size_t lane = 0;  // of a thread: its colour
  std::string text;      // of a thread: what it waits for
  std::string place;
  bool in_circle = false;
  int distance = 0;  // so many steps of waiting from the circle, or from who waits for nobody
};

struct WaitEdge {
  std::size_t from = 0;
  std::size_t to = 0;
  bool held = false;  // from a thing to who holds it; otherwise from who waits
  bool in_circle = false;
};

struct WaitGraph {
  std::vector<WaitNode> nodes;  // those of the circle first, in its order
  std::vector<WaitEdge> edges;
  std::size_t in_circle = 0;  // how many
};

// No nodes if nobody waits.
[[nodiscard]] WaitGraph wait_graph_of(const FailureReport& failure);

[[nodiscard]] std::string wait_graph(const FailureReport& failure, const std::string& title);

}  // namespace mcheck
