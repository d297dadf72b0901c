// SPDX-License-Identifier: MIT
// Finds locks that threads acquire in opposite orders: most likely a deadlock in some other
// schedule. Each execution is analysed once it has ended. The finding is only a warning, because
// the schedule with the deadlock was not run.
//
// Idea     A thread that locks b while it holds a adds an edge from a to b. A cycle of edges of
//          different threads is a deadlock if all of them hold their first lock at the same time.
// Paper    Havelund: Using runtime analysis to guide model checking of Java programs, SPIN 2000
//          (goodlock); Bensalem, Havelund: Dynamic deadlock analysis of multi-threaded programs,
//          HVC 2005, for gate locks and for threads that are ordered by creation and joins.
// Differs  Readers do not exclude readers. A try, or a lock that may time out, does not wait and
//          ends no edge. Edges of different executions form no cycle: there may be no execution
//          that has both.
// Costs    one pass over the log of an execution; more only for a nesting of locks that is new.
// Limits   cycles of more than four locks; locks that are ordered by something else, such as a
//          flag, are reported.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <unordered_set>
#include <vector>

#include "engine/search/execution/execution.hpp"
#include "engine/search/strategy/transitions.hpp"

namespace mcheck {

class LockOrder {
 public:
  // A thread that locks `wanted` while it holds `held`; events are indices among its own.
  struct Side {
    ThreadId thread{};
    ObjectId held{};
    ObjectId wanted{};
    std::uint32_t held_event = 0;
    std::uint32_t wanted_event = 0;
  };
  // Each side's `wanted` is the `held` of the next. The transitions lead through all of it.
  struct Inversion {
    std::vector<Side> sides;
    std::vector<Transition> transitions;
  };

  // An execution has ended.
  void analyse(const Execution& execution);
  // The first found for each set of locks.
  [[nodiscard]] std::span<const Inversion> found() const { return found_; }

 private:
  struct Held {
    ThreadId thread{};
    ObjectId object{};
    std::uint32_t event = 0;  // index among all events
    bool shared = false;
  };
  struct Edge {
    Held first;
    Held second;
    std::vector<Held> all;  // what its thread held then
  };

  void collect(std::span<const Event> events);
  void acquire(const Event& event, std::uint32_t position);
  void release(const Event& event);
  [[nodiscard]] std::uint64_t nesting_hash(std::span<const Event> events);
  [[nodiscard]] std::uint64_t nesting_hash_of(const Event& event) const;
  void extend(std::vector<std::uint32_t>& path, const Execution& execution);
  [[nodiscard]] bool can_coincide(const Edge& one, const Edge& other) const;
  void add_inversion(const std::vector<std::uint32_t>& path, const Execution& execution);

  std::vector<Held> held_;
  std::vector<Edge> edges_;
  std::unordered_set<std::uint64_t> seen_;  // hashes of the nestings of executions
  std::set<std::vector<ObjectId>> known_;
  std::vector<Inversion> found_;
};

}  // namespace mcheck
