// SPDX-License-Identifier: MIT
#include "engine/search/lasso.hpp"

#include <algorithm>
#include <functional>

namespace mcheck {
namespace {

using Nodes = std::vector<std::uint32_t>;
using Edge = StateGraph::Edge;
using Keeps = std::function<bool(const Edge&)>;

constexpr std::uint32_t kOutside = kNone;

// The strongly connected components with a cycle, of the subgraph with these nodes and the edges
// that `filter` accepts. Tarjan's algorithm, without recursion.
class Parts {
 public:
  Parts(const StateGraph& graph, const Nodes& nodes, const Keeps& keeps)
      : graph_(graph), keeps_(keeps) {
    inside_.assign(graph.nodes().size(), false);
    for (const std::uint32_t node : nodes) inside_[node] = true;
    number_.assign(graph.nodes().size(), kOutside);
    lowest_.assign(graph.nodes().size(), kOutside);
    on_path_.assign(graph.nodes().size(), false);
    for (const std::uint32_t node : nodes) {
      if (number_[node] == kOutside) visit(node);
    }
  }

  std::vector<Nodes> found;

 private:
  struct Frame {
    std::uint32_t node;
    std::size_t next = 0;
  };

  [[nodiscard]] bool follows(const Edge& edge) const { return inside_[edge.to] && keeps_(edge); }

  void enter(std::uint32_t node) {
    number_[node] = lowest_[node] = count_++;
    path_.push_back(node);
    on_path_[node] = true;
    frames_.push_back({node});
  }

  void visit(std::uint32_t first) {
    enter(first);
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      const std::vector<Edge>& edges = graph_.nodes()[frame.node].edges;
      if (frame.next == edges.size()) {
        leave();
        continue;
      }
      const Edge& edge = edges[frame.next++];
      if (!follows(edge)) continue;
      if (number_[edge.to] == kOutside) {
        enter(edge.to);
      } else if (on_path_[edge.to]) {
        lowest_[frame.node] = std::min(lowest_[frame.node], number_[edge.to]);
      }
    }
  }

  void leave() {
    const std::uint32_t node = frames_.back().node;
    frames_.pop_back();
    if (!frames_.empty()) {
      std::uint32_t& above = lowest_[frames_.back().node];
      above = std::min(above, lowest_[node]);
    }
    if (lowest_[node] != number_[node]) return;
    Nodes part;
    do {
      part.push_back(path_.back());
      on_path_[path_.back()] = false;
      path_.pop_back();
    } while (part.back() != node);
    const auto& edges = graph_.nodes()[node].edges;
    const bool loops = std::ranges::any_of(
        edges, [&](const Edge& edge) { return edge.to == node && follows(edge); });
    if (part.size() > 1 || loops) found.push_back(std::move(part));
  }

  const StateGraph& graph_;
  const Keeps& keeps_;
  std::vector<bool> inside_;
  std::vector<bool> on_path_;
  std::vector<std::uint32_t> number_;
  std::vector<std::uint32_t> lowest_;
  Nodes path_;
  std::vector<Frame> frames_;
  std::uint32_t count_ = 0;
};

// The shortest walk within the component from a node over an edge that is wanted.
class Walk {
 public:
  Walk(const StateGraph& graph, const Nodes& part, const Keeps& keeps)
      : graph_(graph), keeps_(keeps), inside_(graph.nodes().size(), false) {
    for (const std::uint32_t node : part) inside_[node] = true;
  }

  // Advances `at` to the end of the walk. False: there is none.
  bool go(std::uint32_t& at, const Keeps& wanted, std::vector<Move>& moves) const {
    std::vector<std::pair<std::uint32_t, const Edge*>> before(inside_.size(), {kOutside, nullptr});
    Nodes queue = {at};
    before[at].first = at;
    for (std::size_t next = 0; next < queue.size(); ++next) {
      const std::uint32_t from = queue[next];
      for (const Edge& edge : graph_.nodes()[from].edges) {
        if (!inside_[edge.to] || !keeps_(edge)) continue;
        if (wanted(edge)) {
          std::vector<Move> way = {edge.move};
          for (std::uint32_t back = from; back != at; back = before[back].first) {
            way.push_back(before[back].second->move);
          }
          moves.insert(moves.end(), way.rbegin(), way.rend());
          at = edge.to;
          return true;
        }
        if (before[edge.to].first != kOutside) continue;
        before[edge.to] = {from, &edge};
        queue.push_back(edge.to);
      }
    }
    return false;
  }

 private:
  const StateGraph& graph_;
  const Keeps& keeps_;
  std::vector<bool> inside_;
};

bool keeps_all(const Edge&) { return true; }

Nodes all_of(const StateGraph& graph) {
  Nodes nodes(graph.nodes().size());
  for (std::uint32_t i = 0; i < nodes.size(); ++i) nodes[i] = i;
  return nodes;
}

// To the component, and once around in it with a step of each of the threads.
std::vector<Move> lasso_in(const StateGraph& graph, const Nodes& part, const ThreadSet& threads,
                           const Keeps& keeps) {
  std::vector<bool> inside(graph.nodes().size(), false);
  for (const std::uint32_t node : part) inside[node] = true;
  auto [first, moves] = *graph.nearest([&](std::uint32_t node) { return inside[node]; });
  const std::uint32_t begin = first;
  const Walk walk(graph, part, keeps);
  std::uint32_t at = begin;
  for (unsigned i = 0; i < threads.size(); ++i) {
    const ThreadId thread = threads.at(i);
    walk.go(
        at, [&](const Edge& edge) { return edge.move.thread == thread; }, moves);
  }
  if (at != begin)
    walk.go(
        at, [&](const Edge& edge) { return edge.to == begin; }, moves);
  return moves;
}

ThreadSet movers(const StateGraph& graph, const Nodes& part) {
  std::vector<bool> inside(graph.nodes().size(), false);
  for (const std::uint32_t node : part) inside[node] = true;
  ThreadSet threads;
  for (const std::uint32_t node : part) {
    for (const Edge& edge : graph.nodes()[node].edges) {
      if (inside[edge.to]) threads.add(edge.move.thread);
    }
  }
  return threads;
}

// The states in which no thread is enabled that never takes a step within the component.
Nodes without_passed_over(const StateGraph& graph, const Nodes& part, const ThreadSet& moved) {
  Nodes rest;
  for (const std::uint32_t node : part) {
    const ThreadSet& able = graph.nodes()[node].able;
    bool passes = false;
    for (unsigned i = 0; i < able.size(); ++i) passes = passes || !moved.has(able.at(i));
    if (!passes) rest.push_back(node);
  }
  return rest;
}

}  // namespace

std::optional<std::vector<Move>> fair_lasso(const StateGraph& graph) {
  const Keeps keeps = keeps_all;
  std::vector<Nodes> todo = {all_of(graph)};
  while (!todo.empty()) {
    const Nodes nodes = std::move(todo.back());
    todo.pop_back();
    for (Nodes& part : Parts(graph, nodes, keeps).found) {
      const ThreadSet moved = movers(graph, part);
      Nodes rest = without_passed_over(graph, part, moved);
      if (rest.size() == part.size()) return lasso_in(graph, part, moved, keeps);
      if (!rest.empty()) todo.push_back(std::move(rest));
    }
  }
  return std::nullopt;
}

std::optional<std::vector<Move>> way_without_progress(const StateGraph& graph, JudgedBy by) {
  const auto stuck = graph.nearest([&](std::uint32_t i) {
    const StateGraph::Node& node = graph.nodes()[i];
    for (unsigned t = 0; t < node.unfinished.size(); ++t) {
      const ThreadId thread = node.unfinished.at(t);
      if (thread != kMainThread && !node.able.has(thread)) return true;
    }
    return false;
  });
  if (stuck) return stuck->moves;
  ThreadSet all;
  for (const StateGraph::Node& node : graph.nodes()) {
    for (const Edge& edge : node.edges) all.add(edge.move.thread);
  }
  if (by == JudgedBy::kLockFree) {
    const Keeps keeps = keeps_all;
    for (const Nodes& part : Parts(graph, all_of(graph), keeps).found) {
      const ThreadSet moved = movers(graph, part);
      if (moved.size() > 1 || !moved.has(kMainThread)) return lasso_in(graph, part, moved, keeps);
    }
    return std::nullopt;
  }
  for (unsigned i = 0; i < all.size(); ++i) {
    const ThreadId thread = all.at(i);
    if (thread == kMainThread) continue;
    const Keeps keeps = [thread](const Edge& edge) { return edge.move.thread == thread; };
    ThreadSet alone;
    alone.add(thread);
    for (const Nodes& part : Parts(graph, all_of(graph), keeps).found) {
      return lasso_in(graph, part, alone, keeps);
    }
  }
  return std::nullopt;
}

}  // namespace mcheck
