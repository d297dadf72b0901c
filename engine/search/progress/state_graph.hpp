// SPDX-License-Identifier: MIT
// The graph of all reachable states of a program, with the transitions between them: the basis of
// all questions about progress (engine/search/states/program_state.hpp says when two are equal).
//
// Idea     depth-first search that backtracks by restoring memory; stops at states it has seen.
// Costs    a fingerprint of all memory for each step; a snapshot for each step of the path.
// Limits   Idle iterations of loops are no steps (docs/algorithms/spin_loops.md): a thread that
//          only spins is not enabled. If a program counts or allocates in a loop, each iteration is
//          another state.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/search/progress/transition_graph.hpp"
#include "engine/search/states/program_state.hpp"
#include "engine/search/steps/run.hpp"

namespace mcheck {

class StateGraph {
 public:
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
  [[nodiscard]] const TransitionGraph& graph() const { return graph_; }
  // How many steps were taken.
  [[nodiscard]] std::size_t steps() const { return steps_; }

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
  ProgramState state_;
  TransitionGraph graph_;
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
