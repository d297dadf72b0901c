// SPDX-License-Identifier: MIT
// Depth-first search: every schedule, one after the other, no reduction. The reference that every
// reduction is held against.
//
// Idea     The choices of the execution before form a stack. Take back choices from its end until
//          one has an alternative that was not taken; take that; go on with defaults.
// Bound    [Musuvathi, Qadeer: Iterative context bounding, PLDI 2007]. With a bound of N only
//          schedules of at most N preemptions are run, a preemption being a step of another thread
//          while the thread that ran last could go on. A switch away from a thread that is blocked,
//          finished or has yielded costs nothing. Every schedule within the bound is run once.
// Parts    [depth_first_part.hpp]. What is left is the stack itself: one part. What is given away
// is
//          half of the ways that are left at the shallowest choice that has any.
// Estimate [Knuth: Estimating the efficiency of backtrack programs, 1975], weighted backtracking:
//          a leaf stands for the product of 1/ways on the path to it, so that all are 1 together.
// Costs    One execution per schedule: (TK)!/(K!)^T for T threads of K independent steps each.
// Limits   Executions must be finite: --steps cuts endless ones off and calls it a failure.
// Oracle   tests/support/enumerate.hpp counts the schedules of a table program, with and without a
//          bound, by a recursion that shares no code with this.
#pragma once

#include <deque>
#include <vector>

#include "dpor/depth_first_part.hpp"
#include "engine/search/strategy.hpp"

namespace mcheck {

class DepthFirst final : public Strategy,
                         public Divisible,
                         public RunAhead,
                         public Bounded,
                         public Estimating {
 public:
  // A bound below 0 is none.
  explicit DepthFirst(int bound) : bound_(bound) {}

  std::optional<Begin> begin_execution() override;
  Pick pick(const View& view) override;
  [[nodiscard]] std::size_t lets_go(std::size_t step, std::size_t ways) const override {
    return ways == 1 && step == stack_.size() ? kAnyNumber : 0;
  }
  void gone(std::size_t step, std::size_t ways, std::size_t steps) override;
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
  std::optional<std::string> give_away(const Identities&) override;
  bool take_over(std::string_view part, Identities&) override;
  void start_empty() override;

 private:
  [[nodiscard]] std::uint32_t ways_within_bound(const View& view);
  std::optional<std::string> give_away_ways();

  int bound_;
  bool bound_hit_ = false;
  bool untouched_ = true;  // the stack leads to an execution that has not been run
  double finished_mass_ = 0;
  DepthFirstPart stack_;              // the steps of the execution before, or the part to begin
  std::vector<double> mass_;          // of what is below each of them
  std::deque<DepthFirstPart> later_;  // taken over and not yet begun
};

}  // namespace mcheck
