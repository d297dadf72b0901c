// SPDX-License-Identifier: MIT
// Source DPOR: at least one execution of each class; some executions turn out to be redundant.
// Simpler than optimal_dpor.hpp: a step remembers threads to explore and no sequences.
//
// Idea     For each race that can be reversed (reversals.hpp) one of the threads that could begin
//          the reversed execution has to be explored at the step where the executions part. If one
//          of them is in the backtrack set already, nothing is added: the set is a source set,
//          which is smaller than a persistent set. Sleep sets (sleep_stack.hpp) cut off what has
//          been explored.
// Paper    [AAJS14, Algorithm 1].  backtrack(E) → Level::backtrack_set, sleep(E) →
//          Level::sleep_set.
// Differs  Races are found when an execution has ended, or has been cut off, and not at each step:
//          those whose second event is new. They are the same races.
// Costs    As optimal_dpor.hpp; executions that a sleep set cuts off are counted as redundant. In
//          the worst case they are exponentially many.
// Limits   No bound on preemptions. Executions must be finite.
// Oracle   tests/dpor: as many finished executions as classes, and all that depth_first.hpp sees.
#pragma once

#include "dpor/optimal/reversals.hpp"
#include "dpor/optimal/sleep_stack.hpp"
#include "dpor/steps/spin_limitation.hpp"
#include "engine/search/strategy/strategy.hpp"

namespace mcheck {

class SourceDpor final : public Strategy, public Reduction {
 public:
  SourceDpor();

  std::optional<Begin> begin_execution() override;
  Pick pick(const View& view) override { return stack_.pick(view); }
  void end_execution(const Execution& execution, Ending ending) override;
  [[nodiscard]] Capabilities capabilities() override { return {.reduction = this}; }
  void retracted() override { stack_.retracted(); }
  // Where a thread spins the search is incomplete, as in optimal_dpor.hpp.
  [[nodiscard]] bool exhaustive() const override { return !stack_.spin_found(); }
  [[nodiscard]] std::string why_not_exhaustive() const override {
    return spin_limitation(stack_.spin_found());
  }

 private:
  void add(const Reversals::Reversal& reversal);

  SleepStack stack_;
  Reversals reversals_{Reversals::Extent::kBeforeSecond};
  Reversals::ReversalCallback on_reversal_;
  std::size_t kept_steps_ = 0;
};

}  // namespace mcheck
