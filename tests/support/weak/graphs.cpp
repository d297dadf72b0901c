// SPDX-License-Identifier: MIT
#include "tests/support/weak/graphs.hpp"

#include <algorithm>
#include <unordered_set>

#include "tests/support/weak/relation.hpp"

namespace table {
namespace {

// How a statement uses a variable.
enum class Access : std::uint8_t {
  kNone,
  kLoad,   // any version; also read-modify-writes
  kStore,  // anywhere in the modification order
  kWait,   // reads; binds the variable
  kNotify,
};

Access access_of(Word word) {
  switch (word) {
    case Word::kLoad:
    case Word::kAdd:
    case Word::kExchange:
    case Word::kCas: return Access::kLoad;
    case Word::kStore: return Access::kStore;
    case Word::kAwait:
    case Word::kAtomicWait: return Access::kWait;
    case Word::kAtomicNotify:
    case Word::kAtomicNotifyAll: return Access::kNotify;
    default: return Access::kNone;
  }
}

using Variables = std::array<bool, kObjects>;

// A graph, and the state of everything but the choice of versions.
class GrowingGraph {
 public:
  GrowingGraph(const Program& program, const Variables& bound)
      : bound_(bound), machine_(program, edges_) {
    follow_edges();
  }

  [[nodiscard]] const ExecutionGraph& graph() const { return graph_; }
  [[nodiscard]] const Machine& machine() const { return machine_; }
  [[nodiscard]] bool is_full() const { return graph_.events.size() + 8 > kMostEvents; }

  // How many versions the thread's next step can use, or places its store can have.
  [[nodiscard]] std::size_t version_count(int thread) const {
    const Statement& s = *machine_.statement(thread);
    if (access_of(s.word) == Access::kNone || is_bound(s)) return 1;
    return graph_.modification_order[static_cast<std::size_t>(s.object)].size() + 1;
  }

  // How many data choices the step has with the version at this distance from the newest.
  [[nodiscard]] int ways(int thread, std::size_t distance) const {
    const Statement& s = *machine_.statement(thread);
    if (access_of(s.word) != Access::kLoad) return machine_.ways(thread);
    Machine machine = machine_;
    machine.value(s.object) = value_of(version(s.object, distance));
    return machine.ways(thread);
  }

  void step(int thread, std::size_t distance, int way) {
    const Statement& s = *machine_.statement(thread);
    const Access access = access_of(s.word);
    GraphEvent event{.thread = thread, .place = places_[static_cast<std::size_t>(thread)]++};
    if (access == Access::kNone) {
      event.effect = machine_.step(thread, way, edges_);
      event.object = event.effect.object;
    } else {
      access_variable(event, s, distance, way);
    }
    add(event);
    follow_edges();
  }

 private:
  // The event that wrote the version.
  [[nodiscard]] int version(int variable, std::size_t distance) const {
    const auto& order = graph_.modification_order[static_cast<std::size_t>(variable)];
    return distance == order.size() ? kInitial : order[order.size() - 1 - distance];
  }
  [[nodiscard]] std::int16_t value_of(int version) const {
    if (version == kInitial) return 0;
    return static_cast<std::int16_t>(graph_.events[static_cast<std::size_t>(version)].value);
  }

  [[nodiscard]] bool is_bound(const Statement& s) const {
    return bound_[static_cast<std::size_t>(s.object)];
  }

  void access_variable(GraphEvent& event, const Statement& s, std::size_t distance, int way) {
    const Access access = access_of(s.word);
    const int source = version(s.object, access == Access::kLoad ? distance : 0);
    std::int16_t& value = machine_.value(s.object);
    value = value_of(source);
    event.effect = machine_.step(event.thread, way, edges_);
    if (is_bound(s)) event.object = s.object;
    if (access == Access::kNotify) return;
    event.variable = s.object;
    event.reads = access != Access::kStore;
    event.writes = event.effect.use == Use::kChanges && access != Access::kWait;
    if (event.reads) event.read_value = value_of(event.source = source);
    event.order = s.word == Word::kCas && !event.writes ? s.failure_order : s.order;
    event.value = value;
    if (!event.writes || distance != 0) value = value_of(version(s.object, 0));
    if (!event.writes) return;
    auto& order = graph_.modification_order[static_cast<std::size_t>(s.object)];
    order.insert(order.end() - static_cast<std::ptrdiff_t>(distance), next_event());
  }

  [[nodiscard]] int next_event() const { return static_cast<int>(graph_.events.size()); }

  // Orders it with earlier operations on its object that conflict.
  void add(GraphEvent event) {
    for (int i = 0; event.object != kNothing && i < next_event(); ++i) {
      const GraphEvent& earlier = graph_.events[static_cast<std::size_t>(i)];
      if (earlier.object != event.object) continue;
      const Use before = earlier.effect.use;
      const Use use = event.effect.use;
      if (before != Use::kReads) event.newest_change = i;
      if (before != Use::kReads || use != Use::kReads) graph_.ordered.emplace_back(i, next_event());
      const bool same_phase = earlier.effect.phase == event.effect.phase;
      const bool shares = event.object / kObjects == static_cast<int>(Family::kShared) &&
                          before == Use::kCommutes && use == Use::kCommutes;
      if (earlier.effect.releases && event.effect.acquires && same_phase && !shares) {
        graph_.synchronizes.emplace_back(i, next_event());
      }
    }
    for (int t = 0; t < machine_.threads(); ++t) {
      if ((event.effect.woken & bit(t)) != 0) notifies_[static_cast<std::size_t>(t)] = next_event();
    }
    graph_.events.push_back(event);
  }

  void follow_edges() {
    for (const Edge& edge : edges_) {
      GraphEvent event{.thread = edge.to};
      switch (edge.from) {
        case Edge::From::kFence:
          event.fence = true;
          event.order = static_cast<Order>(edge.which);
          break;
        case Edge::From::kThread:
          graph_.events.push_back({.thread = edge.which});
          graph_.synchronizes.emplace_back(next_event() - 1, next_event());
          break;
        case Edge::From::kObject:
          graph_.synchronizes.emplace_back(newest_change_of(edge.which), next_event());
          break;
        case Edge::From::kNotify:
          graph_.ordered.emplace_back(notifies_[edge.which], next_event());
          break;
      }
      graph_.events.push_back(event);
    }
    edges_.clear();
  }

  [[nodiscard]] int newest_change_of(int object) const {
    int event = next_event() - 1;
    const auto changes = [&](const GraphEvent& it) {
      return it.object == object && it.effect.use != Use::kReads;
    };
    while (!changes(graph_.events[static_cast<std::size_t>(event)])) --event;
    return event;
  }

  Variables bound_;
  std::vector<Edge> edges_;  // of the last step
  Machine machine_;
  ExecutionGraph graph_;
  std::array<int, kMostThreads> places_{};
  std::array<int, kMostThreads> notifies_{};  // by thread: the one that has woken it
};

class Grower {
 public:
  Grower(MemoryModel model, std::size_t limit) : model_(model), limit_(limit) {}

  // False: the limit is reached.
  bool grow(const GrowingGraph& from) {
    if (seen_.size() > limit_ || from.is_full()) return false;
    bool maximal = true;
    for (int t = 0; t < from.machine().threads(); ++t) {
      note_statement(from.machine(), t);
      if (from.machine().ways(t) == 0) continue;
      maximal = false;
      const std::size_t versions = from.version_count(t);
      for (std::size_t distance = 0; distance < versions; ++distance) {
        if (!grow(from, t, distance)) return false;
      }
    }
    if (maximal) finish(from);
    return true;
  }

  [[nodiscard]] const Variables& bound() const { return bound_; }  // by statements reached
  GraphSet& found() { return found_; }

 private:
  bool grow(const GrowingGraph& from, int thread, std::size_t distance) {
    const int ways = from.ways(thread, distance);
    for (int way = 0; way < ways; ++way) {
      GrowingGraph next = from;
      next.step(thread, distance, way);
      if (!is_consistent(next.graph(), model_)) continue;
      const std::string key = packed(outline_of(next.graph(), next.machine().threads()));
      if (seen_.insert(key).second && !grow(next)) return false;
    }
    return true;
  }

  void note_statement(const Machine& machine, int thread) {
    const Statement* s = machine.statement(thread);
    if (s == nullptr) return;
    const Access access = access_of(s->word);
    if (access != Access::kWait && access != Access::kNotify) return;
    const Ended ended = machine.final_state().threads[static_cast<std::size_t>(thread)].ended;
    if (ended == Ended::kStuck) bound_[static_cast<std::size_t>(s->object)] = true;
  }

  void finish(const GrowingGraph& graph) {
    Outline outline = outline_of(graph.graph(), graph.machine().threads());
    outline.end = text(graph.machine().final_state());
    found_.insert(std::move(outline));
  }

  MemoryModel model_;
  std::size_t limit_;
  std::unordered_set<std::string> seen_;
  Variables bound_{};
  GraphSet found_;
};

}  // namespace

// Which variables are bound is known once all statements that can be reached are.
std::optional<GraphSet> graphs_of(const Program& program, MemoryModel model, std::size_t limit) {
  Variables bound{};
  for (;;) {
    Grower grower(model, limit);
    if (!grower.grow(GrowingGraph(program, bound))) return std::nullopt;
    Variables all = bound;
    for (std::size_t x = 0; x < kObjects; ++x) all[x] = all[x] || grower.bound()[x];
    if (all == bound) return std::move(grower.found());
    bound = all;
  }
}

}  // namespace table
