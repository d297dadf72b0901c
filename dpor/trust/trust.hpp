// SPDX-License-Identifier: MIT
// Run-based TruSt: every class of equivalent executions exactly once, and nothing is remembered but
// a worklist of tasks.
//
// Idea     An execution is a graph: events, program order, and for each object a chain of versions
//          with the events that read them. A *task* describes a graph by a schedule that realises
//          it. One execution runs the schedule, continues by default, and is one new class. The
//          tasks that follow from it are derived from its log alone (child_tasks.hpp), and run in
//          an order in which consecutive executions share long prefixes (worklist.hpp).
// Paper    [KMGV22] Kokologiannakis, Marmanis, Gladstein, Vafeiadis: Truly stateless, optimal
//          dynamic partial order reduction, POPL 2022. Names there → here: visit → one execution;
//          next → `default_alternative`; revisit, Deleted, maximal extension → revisits.cpp.
// Differs  Graphs are of objects with semantics, not of memory: an operation reads a version and
//          may make the next, so that all writes are read-modify-writes and sequential consistency
//          leaves one order of versions. Operations may block: a blocked one is not in the graph.
//          It is added when it becomes enabled or, with all its other versions, at the end; pins
//          keep two tasks from making the same graph (docs/algorithms/trust.md has the argument).
// Shards   A task is a shard (task_text.hpp). The oldest task is given away first.
// Estimate Tasks form a tree. The size of a subtree is estimated by the length of the task's
//          schedule and by whether it makes revisits of its own (tree_size.hpp). A shard carries
//          its expected share of the search.
// Costs    One execution for each class. For each new event, O(events) for each event it could
//          revisit. Memory: the tasks not yet run.
// Bound    [MV23] Marmanis, Vafeiadis: Reconciling preemption bounding with DPOR, TACAS 2023. A
//          class needs as many preemptions as the cheapest of its schedules
//          (cheapest_schedule.hpp). On the way to a class that needs N, graphs may need up to N +
//          threads − 1, main included: a task that needs more is dropped. So every class within the
//          bound is explored, each once, and some beyond it.
// Limits   Every operation counts as reading or exclusive: N readers of a shared lock are (2N)!/2^N
//          classes here and 1 for optimal_dpor.hpp.
// Oracle   tests/dpor/reductions/agreement_test.cpp: brute force over all small programs and random
// ones.
#pragma once

#include <vector>

#include "dpor/steps/canary.hpp"
#include "dpor/trust/child_tasks.hpp"
#include "dpor/trust/execution_graph.hpp"
#include "dpor/trust/task.hpp"
#include "dpor/trust/tree_size.hpp"
#include "dpor/trust/worklist.hpp"
#include "dpor/weak/weak_children.hpp"
#include "engine/search/strategy/strategy.hpp"

namespace mcheck {

class Trust final : public Strategy,
                    public Divisible,
                    public RunAhead,
                    public Bounded,
                    public Estimating,
                    public Reduction {
 public:
  // Below 0: no bound. Tests only: a canary, and a limit on sets; without words only clocks are
  // used.
  explicit Trust(int bound = -1, Canary canary = Canary::kHealthy,
                 std::size_t max_words = trust::ExecutionGraph::kMaxWords)
      : bound_(bound), canary_(canary), graph_(max_words) {
    worklist_.push({});
  }

  std::optional<Begin> begin_execution() override;
  Pick pick(const View& view) override;
  [[nodiscard]] bool decides_to_keep_spinning() const override { return true; }
  [[nodiscard]] std::size_t grant_run_ahead(std::size_t step,
                                            std::size_t alternatives) const override {
    return alternatives == 1 && bound_ < 0 && step >= task_.steps.size() ? kAnyNumber : 0;
  }
  void note_run_ahead(std::size_t, std::size_t, std::size_t) override {}
  bool is_probe(const Execution& execution) override;
  bool is_redundant(const Execution& execution) override;
  void end_execution(const Execution& execution, Ending ending) override;
  // Whether an execution is within the bound is known at its end only.
  [[nodiscard]] bool ends_at_failure() const override { return bound_ < 0; }
  [[nodiscard]] bool needs_older_versions(const Execution& execution,
                                          ThreadId thread) const override;
  [[nodiscard]] bool exhaustive() const override { return !limit_reached_; }
  [[nodiscard]] std::string why_not_exhaustive() const override;

  [[nodiscard]] double finished_mass() const override;
  [[nodiscard]] EstimateKind estimate_kind() const override {
    return bound_ < 0 ? EstimateKind::kUsual : EstimateKind::kBounded;
  }
  [[nodiscard]] Capabilities capabilities() override {
    return {.divisible = this,
            .run_ahead = this,
            .bounded = this,
            .estimating = this,
            .reduction = this};
  }

  [[nodiscard]] std::vector<std::string> outstanding(const Identities& names) const override;
  std::optional<std::string> give_shard(const Identities& names) override;
  bool take_over(std::string_view shard, Identities& names) override;
  void start_empty() override;

  [[nodiscard]] bool bound_hit() const override { return bound_hit_; }
  [[nodiscard]] bool bounds_by_places() const override { return bound_ >= 0; }
  [[nodiscard]] bool within_bound() const override { return within_bound_; }

 private:
  bool exceeds_bound(const Execution& execution) const;

  [[nodiscard]] bool next_step_spins(const Execution& execution) const;
  void add_children(const Execution& execution);
  bool pin_instead(const Execution& execution);

  [[nodiscard]] double expected_executions() const;
  [[nodiscard]] double share_of_task(std::size_t task, double expected_executions) const;
  void classify_children(std::size_t before, std::uint32_t threads);

  int bound_;
  Canary canary_;
  bool bound_hit_ = false;
  bool limit_reached_ = false;  // some execution reached the limit on steps
  bool within_bound_ = true;
  TreeSize tree_size_;
  std::vector<TreeSize::Kind> child_kinds_;  // of the child tasks
  double share_ = 1;  // of the search: this process's work, done and outstanding
  std::uint64_t shards_given_away_ = 0;
  trust::Worklist worklist_;
  trust::Task task_;  // running, or the last one that ran
  bool is_running_ = false;
  bool is_weak_ = false;           // weak_children_ makes the children
  bool graph_is_current_ = false;  // of the last execution
  std::vector<Transition> moves_;  // of the last execution, if the graph is not current
  trust::ExecutionGraph graph_;
  trust::ChildTasks child_tasks_{graph_, worklist_.stack(), canary_};
  trust::WeakChildren weak_children_{worklist_.stack()};  // instead, under a weak memory model
  std::size_t graph_steps_kept_ =
      0;  // the first steps of this execution that the graph already has
};

}  // namespace mcheck
