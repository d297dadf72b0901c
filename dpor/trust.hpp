// SPDX-License-Identifier: MIT
// Run-based TruSt: every class of equivalent executions exactly once, with nothing remembered but a
// short stack of tasks.
//
// Idea     An execution is a graph: events, program order, and for each object a chain of versions
//          with those that read them. A *task* describes a graph by a schedule that realises it.
//          One execution runs the schedule, lets the rest follow by default, and is one new class;
//          what else there is to run follows from its log alone (trust_children.hpp).
// Paper    [KMGV22] Kokologiannakis, Marmanis, Gladstein, Vafeiadis: Truly stateless, optimal
//          dynamic partial order reduction, POPL 2022. Names there → here: visit → one execution;
//          next → `next`; revisit, Deleted, maximal extension → trust_revisits.cpp.
// Differs  Graphs are of objects with semantics, not of memory: an operation reads a version and
// may
//          make the next, so that all writes are read-modify-writes and sequential consistency
//          leaves one order of versions. Operations may block: a blocked one is not in the graph,
//          and is added when it can go on or, with all its other versions, at the end; pins keep
//          two tasks from making the same graph (docs/algorithms/trust.md has the argument).
// Costs    One execution for each class. For each new event, O(events) for each event it could
//          revisit. Memory: the tasks not yet run.
// Limits   Every operation counts as reading or exclusive: N readers of a shared lock are (2N)!/2^N
//          classes here and 1 for optimal_dpor.hpp.
// Oracle   tests/dpor/trust_test.cpp: brute force over small and random programs.
#pragma once

#include <vector>

#include "dpor/trust_graph.hpp"
#include "dpor/trust_task.hpp"
#include "engine/search/strategy.hpp"

namespace mcheck {

class Trust final : public Strategy {
 public:
  Trust() : tasks_(1) {}

  std::optional<Begin> begin_execution() override;
  Pick pick(const View& view) override;
  bool cut_short(const Execution& execution) override;
  void end_execution(const Execution& execution, Ending ending) override;
  [[nodiscard]] bool whole_executions() const override { return true; }
  [[nodiscard]] bool exhaustive() const override { return true; }

 private:
  [[nodiscard]] bool step_spins(const Execution& execution) const;
  bool wait_instead(const Execution& execution);

  std::vector<trust::Task> tasks_;
  trust::Task task_;         // being run
  std::vector<Move> moves_;  // of the execution before
  trust::Graph graph_;
};

}  // namespace mcheck
