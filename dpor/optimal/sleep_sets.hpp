// SPDX-License-Identifier: MIT
// Depth-first search with sleep sets only: to compare with, and to see what they achieve.
//
// Idea     Every enabled thread is explored at every step, except what sleeps (sleep_stack.hpp).
//          One execution of each class is finished; another of the same class ends where every
//          enabled thread sleeps.
// Paper    [Godefroid 1996, §5].
// Costs    One finished execution of each class, and often far more redundant ones, which are
//          counted.
// Limits   No bound on preemptions. Executions must be finite.
// Oracle   tests/dpor: as many finished executions as classes, and all that depth_first.hpp sees.
#pragma once

#include "dpor/optimal/sleep_stack.hpp"
#include "dpor/steps/spin_limitation.hpp"
#include "engine/search/strategy/strategy.hpp"

namespace mcheck {

class SleepSets final : public Strategy, public Reduction {
 public:
  std::optional<Begin> begin_execution() override { return stack_.backtrack(); }
  Pick pick(const View& view) override;
  void end_execution(const Execution&, Ending ending) override {
    if (ending == Ending::kSpun) stack_.note_spin();
  }
  [[nodiscard]] Capabilities capabilities() override { return {.reduction = this}; }
  void retracted() override { stack_.retracted(); }
  // Where a thread spins the search is incomplete, as in optimal_dpor.hpp.
  [[nodiscard]] bool exhaustive() const override { return !stack_.spin_found(); }
  [[nodiscard]] std::string why_not_exhaustive() const override {
    return spin_limitation(stack_.spin_found());
  }

 private:
  SleepStack stack_;
};

}  // namespace mcheck
