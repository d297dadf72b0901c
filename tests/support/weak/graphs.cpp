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
  kAnyVersion,     // loads and read-modify-writes
  kStore,          // anywhere in the modification order
  kNewestVersion,  // waits for a value
  kNotify,         // nothing of the value, but in an order with its versions
};

Access access_of(Word word) {
  switch (word) {
    case Word::kLoad:
    case Word::kAdd:
    case Word::kExchange:
    case Word::kCas: return Access::kAnyVersion;
    case Word::kStore: return Access::kStore;
    case Word::kAwait:
    case Word::kAtomicWait: return Access::kNewestVersion;
    case Word::kAtomicNotify:
    case Word::kAtomicNotifyAll: return Access::kNotify;
    default: return Access::kNone;
  }
}

// A graph, and the state of everything but the choice of versions.
class GrowingGraph {
 public:
  explicit GrowingGraph(const Program& program) : machine_(program, edges_) { follow_edges(); }

  [[nodiscard]] const ExecutionGraph& graph() const { return graph_; }
  [[nodiscard]] const Machine& machine() const { return machine_; }
  [[nodiscard]] bool is_full() const { return graph_.events.size() + 8 > kMostEvents; }

  // How many versions the thread's next step can use, or places its store can have.
  [[nodiscard]] std::size_t version_count(int thread) const {
    const Statement& s = *machine_.statement(thread);
    const Access access = access_of(s.word);
    if (access != Access::kAnyVersion && access != Access::kStore) return 1;
    return graph_.modification_order[static_cast<std::size_t>(s.object)].size() + 1;
  }

  // How many data choices the step has with the version at this place, the newest being 0.
  [[nodiscard]] int ways(int thread, std::size_t distance) const {
    const Statement& s = *machine_.statement(thread);
    if (access_of(s.word) != Access::kAnyVersion) return machine_.ways(thread);
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
      access_variable(event, s, access, distance, way);
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

  void access_variable(GraphEvent& event, const Statement& s, Access access, std::size_t distance,
                       int way) {
    event.source = version(s.object, access == Access::kAnyVersion ? distance : 0);
    std::int16_t& value = machine_.value(s.object);
    value = value_of(event.source);
    event.effect = machine_.step(event.thread, way, edges_);
    const bool changes = event.effect.use == Use::kChanges;
    event.writes = changes && (access == Access::kAnyVersion || access == Access::kStore);
    if (access == Access::kNotify || (access == Access::kNewestVersion && changes)) {
      event.object = kSleepers + s.object;
    }
    if (access == Access::kNotify) {
      order_with_source(event);
      return;
    }
    event.variable = s.object;
    event.reads = access != Access::kStore;
    if (event.reads) event.read_value = value_of(event.source);
    if (!event.reads) event.source = kInitial;
    event.order = s.word == Word::kCas && !event.writes ? s.failure_order : s.order;
    if (!event.writes) {
      value = value_of(version(s.object, 0));
      return;
    }
    event.value = value;
    auto& order = graph_.modification_order[static_cast<std::size_t>(s.object)];
    order.insert(order.end() - static_cast<std::ptrdiff_t>(distance), next_event());
    order_with_notifies(order.end() - 1 - static_cast<std::ptrdiff_t>(distance), order);
    value = value_of_newest(order, event);
  }

  [[nodiscard]] std::int16_t value_of_newest(const std::vector<int>& order,
                                             const GraphEvent& event) const {
    const bool is_newest = order.back() == next_event();
    return is_newest ? static_cast<std::int16_t>(event.value) : value_of(order.back());
  }

  [[nodiscard]] int next_event() const { return static_cast<int>(graph_.events.size()); }

  void order_with_source(const GraphEvent& notify) {
    if (notify.source != kInitial) graph_.ordered.emplace_back(notify.source, next_event());
  }

  // A notify comes before all versions after the one that was the newest then.
  void order_with_notifies(std::vector<int>::const_iterator version,
                           const std::vector<int>& order) {
    const GraphEvent* const first = graph_.events.data();
    for (int i = 0; i < next_event(); ++i) {
      const GraphEvent& event = first[i];
      if (event.object < kSleepers || event.variable != kNothing) continue;
      const bool same =
          &graph_.modification_order[static_cast<std::size_t>(event.object - kSleepers)] == &order;
      const bool before =
          event.source == kInitial || std::find(order.begin(), version, event.source) != version;
      if (same && before) graph_.ordered.emplace_back(i, next_event());
    }
  }

  // Orders it with earlier operations on its object that conflict.
  void add(GraphEvent event) {
    for (int i = 0; event.object != kNothing && i < next_event(); ++i) {
      const GraphEvent& earlier = graph_.events[static_cast<std::size_t>(i)];
      if (earlier.object != event.object) continue;
      const Use before = earlier.effect.use;
      const Use use = event.effect.use;
      if (before != Use::kReads) event.newest_change = i;
      if (before != Use::kReads || use != Use::kReads) graph_.ordered.emplace_back(i, next_event());
      const bool shares = event.object / kObjects == static_cast<int>(Family::kShared) &&
                          before == Use::kCommutes && use == Use::kCommutes;
      if (earlier.effect.releases && event.effect.acquires && !shares) {
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

  void finish(const GrowingGraph& graph) {
    Outline outline = outline_of(graph.graph(), graph.machine().threads());
    outline.end = text(graph.machine().final_state());
    found_.insert(std::move(outline));
  }

  MemoryModel model_;
  std::size_t limit_;
  std::unordered_set<std::string> seen_;
  GraphSet found_;
};

}  // namespace

std::optional<GraphSet> graphs_of(const Program& program, MemoryModel model, std::size_t limit) {
  Grower grower(model, limit);
  if (!grower.grow(GrowingGraph(program))) return std::nullopt;
  return std::move(grower.found());
}

}  // namespace table
