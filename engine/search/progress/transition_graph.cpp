// SPDX-License-Identifier: MIT
#include "engine/search/progress/transition_graph.hpp"

#include <algorithm>

namespace mcheck {

std::optional<TransitionGraph::Path> TransitionGraph::shortest_path(
    const std::function<bool(std::uint32_t)>& wanted) const {
  struct Reached {
    std::uint32_t from = kNone;
    std::uint32_t edge = 0;
  };
  std::vector<Reached> before(nodes.size());
  std::vector<std::uint32_t> queue = {0};
  before[0].from = 0;
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const std::uint32_t node = queue[next];
    if (wanted(node)) {
      Path way{.node = node, .transitions = {}};
      for (std::uint32_t at = node; at != 0; at = before[at].from) {
        way.transitions.push_back(nodes[before[at].from].edges[before[at].edge].move);
      }
      std::ranges::reverse(way.transitions);
      return way;
    }
    const std::vector<Edge>& edges = nodes[node].edges;
    for (std::uint32_t i = 0; i < edges.size(); ++i) {
      if (before[edges[i].to].from != kNone) continue;
      before[edges[i].to] = {node, i};
      queue.push_back(edges[i].to);
    }
  }
  return std::nullopt;
}

}  // namespace mcheck
