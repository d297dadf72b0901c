// SPDX-License-Identifier: MIT
#include "engine/search/progress/lasso.hpp"

#include <algorithm>
#include <functional>

namespace mcheck {
namespace {

using Nodes = std::vector<std::uint32_t>;
using Edge = TransitionGraph::Edge;
using EdgeFilter = std::function<bool(const Edge&)>;

constexpr std::uint32_t kUnvisited = kNone;

// The strongly connected components with a cycle, of the subgraph with these nodes and the edges
// that `filter` accepts. Tarjan's algorithm, without recursion.
class StrongComponents {
 public:
  StrongComponents(const TransitionGraph& graph, const Nodes& nodes, const EdgeFilter& filter)
      : graph_(graph), filter_(filter) {
    inside_.assign(graph.nodes.size(), false);
    for (const std::uint32_t node : nodes) inside_[node] = true;
    order_.assign(graph.nodes.size(), kUnvisited);
    lowlink_.assign(graph.nodes.size(), kUnvisited);
    on_path_.assign(graph.nodes.size(), false);
    for (const std::uint32_t node : nodes) {
      if (order_[node] == kUnvisited) visit(node);
    }
  }

  std::vector<Nodes> found;

 private:
  struct Frame {
    std::uint32_t node;
    std::size_t next = 0;
  };

  [[nodiscard]] bool follows(const Edge& edge) const { return inside_[edge.to] && filter_(edge); }

  void enter(std::uint32_t node) {
    order_[node] = lowlink_[node] = count_++;
    path_.push_back(node);
    on_path_[node] = true;
    frames_.push_back({node});
  }

  void visit(std::uint32_t first) {
    enter(first);
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      const std::vector<Edge>& edges = graph_.nodes[frame.node].edges;
      if (frame.next == edges.size()) {
        leave();
        continue;
      }
      const Edge& edge = edges[frame.next++];
      if (!follows(edge)) continue;
      if (order_[edge.to] == kUnvisited) {
        enter(edge.to);
      } else if (on_path_[edge.to]) {
        lowlink_[frame.node] = std::min(lowlink_[frame.node], order_[edge.to]);
      }
    }
  }

  void leave() {
    const std::uint32_t node = frames_.back().node;
    frames_.pop_back();
    if (!frames_.empty()) {
      std::uint32_t& above = lowlink_[frames_.back().node];
      above = std::min(above, lowlink_[node]);
    }
    if (lowlink_[node] != order_[node]) return;
    Nodes component;
    do {
      component.push_back(path_.back());
      on_path_[path_.back()] = false;
      path_.pop_back();
    } while (component.back() != node);
    const auto& edges = graph_.nodes[node].edges;
    const bool loops = std::ranges::any_of(
        edges, [&](const Edge& edge) { return edge.to == node && follows(edge); });
    if (component.size() > 1 || loops) found.push_back(std::move(component));
  }

  const TransitionGraph& graph_;
  const EdgeFilter& filter_;
  std::vector<bool> inside_;
  std::vector<bool> on_path_;
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> lowlink_;
  Nodes path_;
  std::vector<Frame> frames_;
  std::uint32_t count_ = 0;
};

// The shortest walk within the component from a node over an edge that is wanted.
class Walk {
 public:
  Walk(const TransitionGraph& graph, const Nodes& component, const EdgeFilter& filter)
      : graph_(graph), filter_(filter), inside_(graph.nodes.size(), false) {
    for (const std::uint32_t node : component) inside_[node] = true;
  }

  // Advances `at` to the end of the walk. False: there is none.
  bool go(std::uint32_t& at, const EdgeFilter& wanted, std::vector<Transition>& transitions) const {
    std::vector<std::pair<std::uint32_t, const Edge*>> before(inside_.size(),
                                                              {kUnvisited, nullptr});
    Nodes queue = {at};
    before[at].first = at;
    for (std::size_t next = 0; next < queue.size(); ++next) {
      const std::uint32_t from = queue[next];
      for (const Edge& edge : graph_.nodes[from].edges) {
        if (!inside_[edge.to] || !filter_(edge)) continue;
        if (wanted(edge)) {
          std::vector<Transition> way = {edge.move};
          for (std::uint32_t back = from; back != at; back = before[back].first) {
            way.push_back(before[back].second->move);
          }
          transitions.insert(transitions.end(), way.rbegin(), way.rend());
          at = edge.to;
          return true;
        }
        if (before[edge.to].first != kUnvisited) continue;
        before[edge.to] = {from, &edge};
        queue.push_back(edge.to);
      }
    }
    return false;
  }

 private:
  const TransitionGraph& graph_;
  const EdgeFilter& filter_;
  std::vector<bool> inside_;
};

bool every_edge(const Edge&) { return true; }

Nodes all_of(const TransitionGraph& graph) {
  Nodes nodes(graph.nodes.size());
  for (std::uint32_t i = 0; i < nodes.size(); ++i) nodes[i] = i;
  return nodes;
}

// The threads that take steps within the component, and those that only spin.
ThreadSet threads_of(const TransitionGraph& graph, const Nodes& component,
                     const EdgeFilter& filter) {
  std::vector<bool> inside(graph.nodes.size(), false);
  for (const std::uint32_t node : component) inside[node] = true;
  ThreadSet threads;
  for (const std::uint32_t node : component) {
    for (const Edge& edge : graph.nodes[node].edges) {
      if (inside[edge.to] && filter(edge)) threads.add(edge.move.thread);
    }
    const ThreadSet& spinning = graph.nodes[node].spinning;
    for (unsigned i = 0; i < spinning.size(); ++i) threads.add(spinning.at(i));
  }
  return threads;
}

// A fair cycle that is looked for.
struct WantedCycle {
  Nodes nodes;  // among these
  EdgeFilter filter = every_edge;
  ThreadId thread = kNoThread;  // which takes steps, or at least spins; kNoThread: any
  bool spins = false;           // alone, that thread can return to some state
};

// To the component, and once around in it with a step of each of the threads.
std::vector<Transition> lasso_in(const TransitionGraph& graph, const Nodes& component,
                                 const ThreadSet& threads, const WantedCycle& wanted) {
  std::vector<bool> inside(graph.nodes.size(), false);
  for (const std::uint32_t node : component) inside[node] = true;
  auto [first, transitions] =
      *graph.shortest_path([&](std::uint32_t node) { return inside[node]; });
  const std::uint32_t begin = first;
  const Walk walk(graph, component, wanted.filter);
  std::uint32_t at = begin;
  for (unsigned i = 0; i < threads.size(); ++i) {
    const ThreadId thread = threads.at(i);
    walk.go(
        at,
        [&](const Edge& edge) {
          return edge.move.thread == thread || graph.nodes[edge.to].spinning.has(thread);
        },
        transitions);
  }
  if (at != begin)
    walk.go(
        at, [&](const Edge& edge) { return edge.to == begin; }, transitions);
  return transitions;
}

// The states in which no thread is enabled that never takes a step within the component.
Nodes without_starved(const TransitionGraph& graph, const Nodes& component, const ThreadSet& ran) {
  Nodes rest;
  for (const std::uint32_t node : component) {
    const ThreadSet& enabled = graph.nodes[node].enabled;
    bool passes = false;
    for (unsigned i = 0; i < enabled.size(); ++i) passes = passes || !ran.has(enabled.at(i));
    if (!passes) rest.push_back(node);
  }
  return rest;
}

bool has_wanted_thread(const TransitionGraph& graph, const Nodes& component, const ThreadSet& ran,
                       const WantedCycle& wanted) {
  if (wanted.thread == kNoThread) return true;
  if (!ran.has(wanted.thread)) return false;
  if (!wanted.spins) return true;
  // A search goes no further where the rest of an iteration is known, and so may not notice it.
  const auto own_steps = [&](const Edge& edge) {
    return edge.move.thread == wanted.thread && wanted.filter(edge);
  };
  return !StrongComponents(graph, component, own_steps).found.empty() ||
         std::ranges::any_of(component, [&](std::uint32_t node) {
           return graph.nodes[node].spinning.has(wanted.thread);
         });
}

std::optional<std::vector<Transition>> find_fair_lasso(const TransitionGraph& graph,
                                                       const WantedCycle& wanted) {
  std::vector<Nodes> todo = {wanted.nodes};
  while (!todo.empty()) {
    const Nodes nodes = std::move(todo.back());
    todo.pop_back();
    for (const Nodes& component : StrongComponents(graph, nodes, wanted.filter).found) {
      const ThreadSet ran = threads_of(graph, component, wanted.filter);
      if (!has_wanted_thread(graph, component, ran, wanted)) continue;
      Nodes rest = without_starved(graph, component, ran);
      if (rest.size() == component.size()) return lasso_in(graph, component, ran, wanted);
      if (!rest.empty()) todo.push_back(std::move(rest));
    }
  }
  return std::nullopt;
}

// Which waits for a lock in all of the cycle.
std::optional<std::vector<Transition>> lasso_with_thread_locked_out(const TransitionGraph& graph) {
  ThreadSet threads;
  for (const TransitionGraph::Node& node : graph.nodes) {
    for (unsigned i = 0; i < node.locked_out.size(); ++i) threads.add(node.locked_out.at(i));
  }
  for (unsigned i = 0; i < threads.size(); ++i) {
    WantedCycle wanted;
    for (std::uint32_t node = 0; node < graph.nodes.size(); ++node) {
      if (graph.nodes[node].locked_out.has(threads.at(i))) wanted.nodes.push_back(node);
    }
    if (auto lasso = find_fair_lasso(graph, wanted)) return lasso;
  }
  return std::nullopt;
}

}  // namespace

bool has_progress_marks(const TransitionGraph& graph) {
  return std::ranges::any_of(graph.nodes, [](const TransitionGraph::Node& node) {
    return std::ranges::any_of(node.edges, [](const Edge& edge) { return !edge.progress.empty(); });
  });
}

std::optional<std::vector<Transition>> fair_lasso(const TransitionGraph& graph,
                                                  FairCycleRule rule) {
  const Nodes all = all_of(graph);
  const bool by_progress = rule == FairCycleRule::kProgress;
  if (by_progress && !has_progress_marks(graph)) return find_fair_lasso(graph, {.nodes = all});
  const ThreadSet threads = threads_of(graph, all, every_edge);
  for (unsigned i = 0; i < threads.size(); ++i) {
    const ThreadId thread = threads.at(i);
    const auto makes_no_progress = [&](const Edge& edge) {
      if (by_progress) return !edge.progress.has(thread);
      return edge.move.thread != thread || edge.only_reads;
    };
    auto lasso = find_fair_lasso(
        graph,
        {.nodes = all, .filter = makes_no_progress, .thread = thread, .spins = !by_progress});
    if (lasso) return lasso;
  }
  return lasso_with_thread_locked_out(graph);
}

std::optional<std::vector<Transition>> lasso_without_progress(const TransitionGraph& graph,
                                                              ProgressProperty by) {
  const auto stuck = graph.shortest_path([&](std::uint32_t i) {
    const TransitionGraph::Node& node = graph.nodes[i];
    for (unsigned t = 0; t < node.unfinished.size(); ++t) {
      const ThreadId thread = node.unfinished.at(t);
      if (thread != kMainThread && !node.enabled.has(thread)) return true;
    }
    return false;
  });
  if (stuck) return stuck->transitions;
  ThreadSet all;
  for (const TransitionGraph::Node& node : graph.nodes) {
    for (const Edge& edge : node.edges) all.add(edge.move.thread);
  }
  if (by == ProgressProperty::kLockFree) {
    const EdgeFilter filter = every_edge;
    for (const Nodes& component : StrongComponents(graph, all_of(graph), filter).found) {
      const ThreadSet ran = threads_of(graph, component, filter);
      if (ran.size() > 1 || !ran.has(kMainThread)) return lasso_in(graph, component, ran, {});
    }
    return std::nullopt;
  }
  for (unsigned i = 0; i < all.size(); ++i) {
    const ThreadId thread = all.at(i);
    if (thread == kMainThread) continue;
    const EdgeFilter filter = [thread](const Edge& edge) { return edge.move.thread == thread; };
    ThreadSet alone;
    alone.add(thread);
    for (const Nodes& component : StrongComponents(graph, all_of(graph), filter).found) {
      return lasso_in(graph, component, alone, {.filter = filter});
    }
  }
  return std::nullopt;
}

}  // namespace mcheck
