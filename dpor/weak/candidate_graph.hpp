// SPDX-License-Identifier: MIT
// The graph of a child that has not run: steps of a finished execution that are kept, the new event
// and, after a revisit, the revisited one that reads its version.
#pragma once

#include <cstdint>
#include <vector>

#include "dpor/trust/task_stack.hpp"
#include "dpor/weak/weak_graph.hpp"

namespace mcheck::trust {

// An event at the end of the graph. It belongs to nothing else yet, so it precedes nothing but the
// one added after it.
struct AddedEvent {
  Slot slot;
  const Operation* operation = nullptr;
  bool failed = false;
  bool writes = false;
  std::uint32_t version = kNone;  // the one that it reads, or follows
  std::uint32_t place = 0;        // of the version that it makes, if it does
};

class CandidateGraph {
 public:
  explicit CandidateGraph(const WeakGraph& graph) : graph_(graph) {}

  // Begins with no steps kept.
  void clear();
  void keep(std::size_t node) { kept_[node] = true; }
  void drop(std::size_t node) { kept_[node] = false; }
  [[nodiscard]] bool keeps(std::size_t node) const { return kept_[node]; }

  // How many versions of the chain that are kept come after that place.
  [[nodiscard]] std::uint32_t newer_than(std::uint32_t chain, std::uint32_t place) const;
  // Whether anything in that clock has written or read a kept version after that place.
  [[nodiscard]] bool knows_newer(std::uint32_t chain, std::uint32_t place,
                                 std::span<const std::uint32_t> clock) const;
  // Whether the seq_cst operations of the kept steps and of these events have one order.
  [[nodiscard]] bool has_sequential_order(std::span<const AddedEvent> added) const;

  // Adds the kept steps to the newest task, those between the two nodes, with the labels that they
  // have there. The calls for one task follow the order of the log, unless `also` says which steps
  // came before.
  void begin_steps();
  void add_steps(TaskStack& out, std::span<const std::uint8_t> chosen, bool inside);

 private:
  const WeakGraph& graph_;
  std::vector<std::uint8_t> kept_;
  std::vector<std::vector<std::uint32_t>> places_;  // by chain: of the versions added so far
};

}  // namespace mcheck::trust
