// SPDX-License-Identifier: MIT
// Depth-first search: every schedule, one after the other, without reduction. Every reduction is
// compared with it.
//
// Idea     The choices of the last execution form a stack. Remove choices from its end until one
//          has an alternative that was not taken; take that; continue with defaults.
// Bound    [Musuvathi, Qadeer: Iterative context bounding, PLDI 2007]. With a bound of N only
//          schedules of at most N preemptions are run. A preemption is a step of another thread
//          while the thread that ran last is enabled. A switch away from a thread that is blocked,
//          finished or has yielded costs nothing. Every schedule within the bound is run once.
// Calls    With kBetweenCalls only schedules without preemptions are run, but a thread of a class
//          test that is about to begin a call may be preempted: each call runs alone, until it
//          returns or waits.
// Shards   [depth_first_shard.hpp]. The outstanding work is the stack itself: one shard. A process
//          gives away half of the remaining alternatives at the shallowest choice that has any.
// Estimate [Knuth: Estimating the efficiency of backtrack programs, 1975], weighted backtracking: a
//          leaf counts as the product of 1/alternatives on the path to it; all leaves sum to 1.
// Costs    One execution per schedule: (TK)!/(K!)^T for T threads of K independent steps each.
// Limits   Executions must be finite: --steps cuts off longer ones.
// Oracle   tests/support/oracle/enumerate.hpp counts the schedules of a table program, with and
// without a
//          bound, by a recursion that shares no code with this.
#pragma once

#include <deque>
#include <vector>

#include "dpor/bounds/depth_first_shard.hpp"
#include "engine/search/strategy/strategy.hpp"

namespace mcheck {

class DepthFirst final : public Strategy,
                         public Divisible,
                         public RunAhead,
                         public Bounded,
                         public Estimating {
 public:
  enum class Switches : std::uint8_t { kAnywhere, kBetweenCalls };

  // Below 0: no bound.
  explicit DepthFirst(int bound) : bound_(bound) {}
  explicit DepthFirst(Switches switches)
      : bound_(switches == Switches::kBetweenCalls ? 0 : -1), switches_(switches) {}

  std::optional<Begin> begin_execution() override;
  Pick pick(const View& view) override;
  [[nodiscard]] std::size_t grant_run_ahead(std::size_t step,
                                            std::size_t alternatives) const override {
    return alternatives == 1 && step == stack_.size() ? kAnyNumber : 0;
  }
  void note_run_ahead(std::size_t step, std::size_t alternatives, std::size_t steps) override;
  void retracted() override;
  void end_execution(const Execution&, Ending) override;
  [[nodiscard]] bool exhaustive() const override { return true; }
  [[nodiscard]] bool bound_hit() const override { return bound_hit_; }
  [[nodiscard]] double finished_mass() const override { return finished_mass_; }
  [[nodiscard]] EstimateKind estimate_kind() const override {
    return bound_ < 0 ? EstimateKind::kUsual : EstimateKind::kBounded;
  }
  [[nodiscard]] Capabilities capabilities() override {
    return {.divisible = this, .run_ahead = this, .bounded = this, .estimating = this};
  }

  [[nodiscard]] std::vector<std::string> outstanding(const Identities&) const override;
  std::optional<std::string> give_shard(const Identities&) override;
  bool take_over(std::string_view shard, Identities&) override;
  void start_empty() override;

 private:
  [[nodiscard]] std::uint32_t alternatives_within_bound(const View& view);
  std::optional<std::string> split_stack();

  int bound_;
  Switches switches_ = Switches::kAnywhere;
  bool bound_hit_ = false;
  bool stack_not_run_ = true;  // the stack leads to an execution that has not run yet
  double finished_mass_ = 0;
  DepthFirstShard stack_;     // the steps of the last execution, or the shard to begin
  std::vector<double> mass_;  // of the subtree below each step
  std::deque<DepthFirstShard> queued_shards_;  // received and not yet begun
};

}  // namespace mcheck
