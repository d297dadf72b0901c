// SPDX-License-Identifier: MIT
// Locks that threads take in opposite orders: a deadlock in some other schedule, most likely,
// though not in the one at hand. It is looked for once an execution has ended, and only a warning:
// that schedule was not run.
//
// Idea     Who locks b while it holds a makes an edge from a to b. A circle of edges of different
//          threads is a deadlock if all of them hold their first lock at the same time.
// Paper    Havelund: Using runtime analysis to guide model checking of Java programs, SPIN 2000
//          (goodlock); Bensalem, Havelund: Dynamic deadlock analysis of multi-threaded programs,
//          HVC 2005, for gate locks and for threads that are ordered by creation and joins.
// Differs  Readers' locks exclude no other readers. What only tries, or may time out, waits for
//          nobody and ends no edge. Edges of different executions make no circle: there may be none
//          that has both.
// Costs    one pass over the log of an execution; more only where locks are nested in a way that
//          has not been seen before.
// Limits   circles of more than four locks; locks that are ordered by something else, such as a
//          flag, are told.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <unordered_set>
#include <vector>

#include "engine/search/execution.hpp"
#include "engine/search/moves.hpp"

namespace mcheck {

class LockOrder {
 public:
  // A thread that locks `wanted` while it holds `held`; the events are counted among its own.
  struct Side {
    ThreadId thread{};
    ObjectId held{};
    ObjectId wanted{};
    std::uint32_t held_event = 0;
    std::uint32_t wanted_event = 0;
  };
  // Each one's `wanted` is the `held` of the next. The moves lead through all of it.
  struct Inversion {
    std::vector<Side> sides;
    std::vector<Move> moves;
  };

  // An execution has ended.
  void look_at(const Execution& execution);
  // One for each set of locks, the first that was found.
  [[nodiscard]] std::span<const Inversion> found() const { return found_; }

 private:
  struct Held {
    ThreadId thread{};
    ObjectId object{};
    std::uint32_t event = 0;  // of all
    bool shared = false;
  };
  struct Edge {
    Held first;
    Held second;
    std::vector<Held> all;  // what its thread held then
  };

  void collect(std::span<const Event> events);
  void take(const Event& event, std::uint32_t position);
  void give_back(const Event& event);
  [[nodiscard]] std::uint64_t shape(std::span<const Event> events);
  [[nodiscard]] std::uint64_t shape_of(const Event& event) const;
  void extend(std::vector<std::uint32_t>& path, const Execution& execution);
  [[nodiscard]] bool fits(const Edge& one, const Edge& other) const;
  void keep(const std::vector<std::uint32_t>& path, const Execution& execution);

  std::vector<Held> held_;
  std::vector<Edge> edges_;
  std::unordered_set<std::uint64_t> seen_;  // shapes of executions
  std::set<std::vector<ObjectId>> known_;
  std::vector<Inversion> found_;
};

}  // namespace mcheck
