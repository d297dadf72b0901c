// SPDX-License-Identifier: MIT
// All states that a program can reach, and which step leads from which to which: what questions of
// progress are asked of. Two states are one if all memory is equal, all objects are, and all
// threads stand at the same operations.
//
// Idea     depth first, going back by restoring memory; a state that is known is not gone on from.
// Costs    a fingerprint of all memory for each step; one save for each step of the path.
// Limits   Idle turns of loops are no steps (docs/algorithms/spin_loops.md): who only spins cannot
//          go on. What a program counts, or allocates, in a loop makes each turn another state.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/search/moves.hpp"
#include "engine/search/run.hpp"

namespace mcheck {

// What everything is now; none where the executor cannot say. REQUIRES: all ways to go on were
// asked for.
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
    ThreadSet unfinished;  // those that have started and not ended
    ThreadSet able;        // of these: those that can go on
    bool ended = false;    // nobody could go on, or something failed
  };
  struct Limits {
    std::size_t states = 100'000;
    std::size_t depth = 500;
    double seconds = 0;  // 0: any time
  };

  // Looks at all it can within the limits. Afterwards the execution is somewhere.
  StateGraph(Execution& execution, Executor& executor, const Limits& limits);

  // False: the executor cannot compare states, and nothing is known.
  [[nodiscard]] bool is_known() const { return known_; }
  // Whether nothing was left out.
  [[nodiscard]] bool is_complete() const { return complete_; }
  // Node 0 is the first.
  [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }
  // How many steps there are.
  [[nodiscard]] std::size_t steps() const { return steps_; }

  struct Way {
    std::uint32_t node = 0;
    std::vector<Move> moves;
  };
  // The shortest way from the first to a node that is wanted.
  [[nodiscard]] std::optional<Way> nearest(const std::function<bool(std::uint32_t)>& wanted) const;

  // What failed first on the way, and the way.
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
  std::vector<Alternative> ways_;  // of the state at hand
  bool is_new_ = false;
  bool known_ = true;
  bool complete_ = true;
  std::size_t steps_ = 0;
  std::optional<Failed> failed_;
};

}  // namespace mcheck
