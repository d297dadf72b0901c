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
// Costs    One execution per schedule: (TK)!/(K!)^T for T threads of K independent steps each.
// Limits   Executions must be finite: --steps cuts endless ones off and calls it a failure.
// Oracle   tests/support/enumerate.hpp counts the schedules of a table program, with and without a
//          bound, by a recursion that shares no code with this.
#pragma once

#include <vector>

#include "engine/search/strategy.hpp"

namespace mcheck {

class DepthFirst final : public Strategy {
 public:
  // A bound below 0 is none.
  explicit DepthFirst(int bound) : bound_(bound) {}

  std::optional<Begin> begin_execution() override;
  Pick pick(const View& view) override;
  void retracted() override;
  void end_execution(const Execution&, Ending) override {}
  [[nodiscard]] bool exhaustive() const override { return true; }
  [[nodiscard]] bool bound_hit() const override { return bound_hit_; }

 private:
  // One step of the execution in progress.
  struct Choice {
    std::uint32_t taken = 0;
    std::uint32_t last = 0;  // the last alternative within the bound
  };

  int bound_;
  bool bound_hit_ = false;
  bool first_ = true;
  std::vector<Choice> stack_;
};

}  // namespace mcheck
