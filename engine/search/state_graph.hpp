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

#include "engine/search/moves.hpp"
#include "engine/search/run.hpp"

namespace mcheck {

// A fingerprint of the whole state; no value: the executor has none of memory. REQUIRES: the
// alternatives were computed.
[[nodiscard]] std::optional<Fingerprint> state_of_all(const Execution& execution,
                                                      Executor& executor);

class StateGraph {
 public:
  struct Edge {
    std::uint32_t to = 0;
    Move move;
  };
  struct Node {
    std::vector<Edge> edges;
    ThreadSet unfinished;  // those that have started and not finished
    ThreadSet able;        // of these: those that are enabled
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
  [[nodiscard]] bool is_known() const { return known_; }
  // Whether no state was left out.
  [[nodiscard]] bool is_complete() const { return complete_; }
  // Node 0 is the initial state.
  [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }
  // How many steps were taken.
  [[nodiscard]] std::size_t steps() const { return steps_; }

  struct Way {
    std::uint32_t node = 0;
    std::vector<Move> moves;
  };
  // The shortest path from the initial state to a node that is wanted.
  [[nodiscard]] std::optional<Way> nearest(const std::function<bool(std::uint32_t)>& wanted) const;

  // The first failure that was found, and the path to it.
  struct Failed {
    Failure failure;
    std::vector<Move> moves;
  };
  [[nodiscard]] const std::optional<Failed>& failed() const { return failed_; }

 private:
  struct Frame {
    std::uint32_t node = 0;
    Executor::Save save = 0;
    Execution::Mark mark;
    std::vector<Alternative> ways;
    std::size_t next = 0;
  };

  std::optional<std::uint32_t> arrive();
  bool push(std::uint32_t node);
  void explore(const Limits& limits);
  void leave_the_rest() { complete_ = false; }

  Execution& execution_;
  Executor& executor_;
  Run run_;
  std::vector<Node> nodes_;
  std::unordered_map<Fingerprint, std::uint32_t, FingerprintHash> number_of_;
  std::vector<Frame> stack_;
  std::vector<Alternative> ways_;  // of the current state
  bool is_new_ = false;
  bool known_ = true;
  bool complete_ = true;
  std::size_t steps_ = 0;
  std::optional<Failed> failed_;
};

}  // namespace mcheck
