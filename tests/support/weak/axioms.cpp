// SPDX-License-Identifier: MIT
// The axioms of memory models, checked on whole graphs.
//
// Paper    Lahav, Vafeiadis, Kang, Hur, Dreyer: Repairing sequential consistency in C/C++11, PLDI
//          2017: coherence, atomicity, SC. Release sequences are those of C++20, without the later
//          stores of the same thread.
// Differs  A read-modify-write is one event instead of two. Locks and the like, and the starts and
//          ends of threads, synchronize as the standard says. That no cycle of sb and rf exists
//          follows from how graphs are grown (graphs.hpp).
#include <algorithm>

#include "tests/support/weak/execution_graph.hpp"
#include "tests/support/weak/relation.hpp"

namespace table {
namespace {

bool is_acquire_order(Order order) { return order != Order::kRelaxed && order != Order::kRelease; }
bool is_release_order(Order order) { return order != Order::kRelaxed && order != Order::kAcquire; }

class Axioms {
 public:
  explicit Axioms(const ExecutionGraph& graph)
      : graph_(graph), size_(graph.events.size()), sb_(size_), rf_(size_), mo_(size_), rb_(size_) {
    add_program_order();
    for (const std::vector<int>& order : graph.modification_order) {
      for (std::size_t i = 0; i < order.size(); ++i) add_version(order, i);
    }
    add_reads();
  }

  // Every read-modify-write is the next version after the one that it reads.
  [[nodiscard]] bool atomicity() const {
    for (const std::vector<int>& order : graph_.modification_order) {
      for (std::size_t i = 0; i < order.size(); ++i) {
        const GraphEvent& event = graph_.events[static_cast<std::size_t>(order[i])];
        if (event.reads && event.source != (i == 0 ? kInitial : order[i - 1])) return false;
      }
    }
    return true;
  }

  [[nodiscard]] bool sequentially_consistent() const {
    return (sb_ | pairs(graph_.synchronizes) | pairs(graph_.ordered) | rf_ | mo_ | rb_).acyclic();
  }

  [[nodiscard]] bool rc11() const {
    const EventRelation hb = happens_before();
    const EventRelation eco = (rf_ | mo_ | rb_).closure();
    return hb.irreflexive() && (hb * eco).irreflexive() && eco.irreflexive() &&
           partial_sc(hb, eco).acyclic();
  }

 private:
  void add_program_order() {
    for (std::size_t b = 0; b < size_; ++b) {
      for (std::size_t a = 0; a < b; ++a) {
        if (graph_.events[a].thread == graph_.events[b].thread) sb_.add(a, b);
      }
    }
  }

  void add_version(const std::vector<int>& order, std::size_t at) {
    for (std::size_t later = at + 1; later < order.size(); ++later) {
      mo_.add(static_cast<std::size_t>(order[at]), static_cast<std::size_t>(order[later]));
    }
  }

  void add_reads() {
    for (std::size_t i = 0; i < size_; ++i) {
      const GraphEvent& event = graph_.events[i];
      if (!event.reads) continue;
      const auto& order = graph_.modification_order[static_cast<std::size_t>(event.variable)];
      auto later = order.begin();
      if (event.source != kInitial) {
        rf_.add(static_cast<std::size_t>(event.source), i);
        later = std::ranges::find(order, event.source) + 1;
      }
      for (; later != order.end(); ++later) {
        const auto version = static_cast<std::size_t>(*later);
        if (version != i) rb_.add(i, version);
      }
    }
  }

  template <class Predicate>
  [[nodiscard]] EventRelation those(Predicate predicate) const {
    EventRelation result(size_);
    for (std::size_t i = 0; i < size_; ++i) {
      if (predicate(graph_.events[i])) result.add(i, i);
    }
    return result;
  }

  [[nodiscard]] EventRelation pairs(const std::vector<std::pair<int, int>>& list) const {
    EventRelation result(size_);
    for (const auto& [a, b] : list) {
      result.add(static_cast<std::size_t>(a), static_cast<std::size_t>(b));
    }
    return result;
  }

  [[nodiscard]] EventRelation happens_before() const {
    const EventRelation writes = those([](const GraphEvent& e) { return e.writes; });
    const EventRelation fences = those([](const GraphEvent& e) { return e.fence; });
    const EventRelation updates = those([](const GraphEvent& e) { return e.reads && e.writes; });
    const EventRelation releases = those(
        [](const GraphEvent& e) { return (e.writes || e.fence) && is_release_order(e.order); });
    const EventRelation acquires = those(
        [](const GraphEvent& e) { return (e.reads || e.fence) && is_acquire_order(e.order); });
    const EventRelation release_sequence = writes * (rf_ * updates).closure().or_equal();
    const EventRelation sw = releases * (fences * sb_).or_equal() * release_sequence * rf_ *
                             (sb_ * fences).or_equal() * acquires;
    return (sb_ | sw | pairs(graph_.synchronizes)).closure();
  }

  // psc
  [[nodiscard]] EventRelation partial_sc(const EventRelation& hb, const EventRelation& eco) const {
    const EventRelation sc = those([](const GraphEvent& e) {
      return e.order == Order::kSeqCst && (e.reads || e.writes || e.fence);
    });
    const EventRelation fences =
        those([](const GraphEvent& e) { return e.order == Order::kSeqCst && e.fence; });
    EventRelation sb_elsewhere(size_);
    EventRelation hb_same(size_);
    for (std::size_t a = 0; a < size_; ++a) {
      for (std::size_t b = 0; b < size_; ++b) {
        const bool same = same_location(graph_.events[a], graph_.events[b]);
        if (sb_.has(a, b) && !same) sb_elsewhere.add(a, b);
        if (hb.has(a, b) && same) hb_same.add(a, b);
      }
    }
    const EventRelation scb = sb_ | sb_elsewhere * hb * sb_elsewhere | hb_same | mo_ | rb_;
    const EventRelation base = (sc | fences * hb.or_equal()) * scb * (sc | hb.or_equal() * fences);
    return base | fences * (hb | hb * eco * hb) * fences;
  }

  static bool same_location(const GraphEvent& a, const GraphEvent& b) {
    if (a.variable != kNothing) return a.variable == b.variable;
    return a.object != kNothing && b.variable == kNothing && a.object == b.object;
  }

  const ExecutionGraph& graph_;
  std::size_t size_;
  EventRelation sb_, rf_, mo_, rb_;
};

}  // namespace

bool is_consistent(const ExecutionGraph& graph, MemoryModel model) {
  const Axioms axioms(graph);
  if (!axioms.atomicity()) return false;
  return model == MemoryModel::kSc ? axioms.sequentially_consistent() : axioms.rc11();
}

}  // namespace table
