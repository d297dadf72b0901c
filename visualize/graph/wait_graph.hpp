// SPDX-License-Identifier: MIT
// Which threads of a stuck execution wait for which objects, and which threads hold these. As
// Graphviz text; mermaid.hpp makes a flowchart of the same graph.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/trace/results/result.hpp"

namespace mcheck {

struct WaitNode {
  std::string name;
  bool is_thread = false;
  std::size_t lane = 0;  // of a thread: its colour
  std::string text;      // of a thread: what it waits for
  std::string place;
  bool in_cycle = false;
  int distance = 0;  // waits between this node and the cycle, or a node that waits for nothing
};

struct WaitEdge {
  std::size_t from = 0;
  std::size_t to = 0;
  bool held = false;  // from an object to its holder; otherwise from a waiting thread
  bool in_cycle = false;
};

struct WaitGraph {
  std::vector<WaitNode> nodes;  // those of the cycle first, in its order
  std::vector<WaitEdge> edges;
  std::size_t in_cycle = 0;  // how many
};

// No nodes if no thread waits.
[[nodiscard]] WaitGraph wait_graph_of(const FailureReport& failure);

[[nodiscard]] std::string wait_graph(const FailureReport& failure, const std::string& title);

}  // namespace mcheck
