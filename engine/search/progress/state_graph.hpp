// SPDX-License-Identifier: MIT
// The graph of all reachable states of a program, with the transitions between them: the basis of
// all questions about progress. Two states are equal if all memory is, all objects are, and all
// threads are at the same operations.
//
// Idea     depth-first search that backtracks by restoring memory; stops at states it has seen.
// Costs    a fingerprint of all memory for each step; a snapshot for each step of the path.
// Limits   Idle iterations of loops are no steps (docs/algorithms/spin_loops.md): a thread that
//          only spins is not enabled. If a program counts or allocates in a loop, each iteration is
//          another state.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/search/steps/run.hpp"
#include "engine/search/strategy/transitions.hpp"

namespace mcheck {

// A fingerprint of the whole state; no value: the executor has none of memory. REQUIRES: the
// alternatives were computed.
[[nodiscard]] std::optional<Fingerprint> full_state(const Execution& execution, Executor& executor);

class StateGraph {
 public:
  struct Edge {
    std::uint32_t to = 0;
    Transition move;
  };
  struct Node {
    std::vector<Edge> edges;
    ThreadSet unfinished;  // those that have started and not finished
    ThreadSet enabled;     // of these: those that are enabled
    bool ended = false;    // no thread was enabled, or something failed
  };
  struct Limits {
    std::size_t states = 100'000;
    std::size_t depth = 500;
    double seconds = 0;  // 0: no limit
  };

  // Explores all states within the limits. Afterwards the execution is in some state.
  StateGraph(Execution& execution, Executor& executor, const Limits& limits);

  // False: the executor cannot compare states, and the graph is empty.
  [[nodiscard]] bool is_available() const { return available_; }
  // Whether no state was left out.
  [[nodiscard]] bool is_complete() const { return complete_; }
  // Node 0 is the initial state.
  [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }
  // How many steps were taken.
  [[nodiscard]] std::size_t steps() const { return steps_; }

  struct Path {
    std::uint32_t node = 0;
    std::vector<Transition> transitions;
  };
  // The shortest path from the initial state to a node that is wanted.
  [[nodiscard]] std::optional<Path> shortest_path(
      const std::function<bool(std::uint32_t)>& wanted) const;

  // The first failure that was found, and the path to it.
  struct Failed {
    Failure failure;
    std::vector<Transition> transitions;
  };
  [[nodiscard]] const std::optional<Failed>& failed() const { return failed_; }

 private:
  struct Frame {
    std::uint32_t node = 0;
    Executor::Snapshot snapshot = 0;
    Execution::Snapshot execution_snapshot;
    std::vector<Alternative> enabled;
    std::size_t next = 0;
  };

  std::optional<std::uint32_t> visit_state();
  bool push(std::uint32_t node);
  void explore(const Limits& limits);
  void mark_incomplete() { complete_ = false; }

  Execution& execution_;
  Executor& executor_;
  Run run_;
  std::vector<Node> nodes_;
  std::unordered_map<Fingerprint, std::uint32_t, FingerprintHash> node_of_;
  std::vector<Frame> stack_;
  std::vector<Alternative> enabled_;  // of the current state
  bool is_new_ = false;
  bool available_ = true;
  bool complete_ = true;
  std::size_t steps_ = 0;
  std::optional<Failed> failed_;
};

}  // namespace mcheck
