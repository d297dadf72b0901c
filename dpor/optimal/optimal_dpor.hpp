// SPDX-License-Identifier: MIT
// Optimal DPOR: one execution of each class, and none that is redundant.
//
// Idea     The races of every execution are examined for reversals (reversals.hpp). A reversal is
//          kept as a whole sequence of steps, in a wakeup tree at the step where the executions
//          part (wakeup_tree.hpp), unless an explored execution begins in an equivalent way. Sleep
//          sets decide that: one of their actions could be the first of the sequence. Because a
//          sequence is kept in full, following it never leads to a state in which every thread
//          sleeps.
// Paper    [AAJS14, Algorithm 2; JACM 2017]. sleep(E) → Level::sleep_set, wut(E) →
//          Level::wakeup_tree.
// Differs  v is the whole rest of the execution that does not depend on the first event, and not
//          only what precedes the second: shorter sequences lose traces. Blocked operations,
//          operations that commute, data choices: reversals.hpp. Data choices are added where a
//          step is first made; a thread sleeps only if all of its choices do
//          (docs/algorithms/optimal_dpor.md).
// Estimate Each remaining branch of a step counts as large as those explored there: too small, as
//          long as not all races were seen.
// Costs    O(n²) comparisons of clocks for each execution of n steps, and for each race one pass
//          over the sleep set of its step. Memory: the sequences still to be explored, which may be
//          many; a step that is finished is freed.
// Limits   No bound on preemptions. Where a thread spins the search is incomplete: others may have
//          been left out for a step that turns out to spin. Executions must be finite.
// Oracle   tests/dpor: closed forms; all classes of random programs that exhaustive search sees.
#pragma once

#include <optional>
#include <vector>

#include "dpor/optimal/reversals.hpp"
#include "dpor/optimal/wakeup_tree.hpp"
#include "dpor/steps/action.hpp"
#include "dpor/steps/spin_limitation.hpp"
#include "engine/search/strategy/strategy.hpp"

namespace mcheck {

class OptimalDpor final : public Strategy, public Estimating, public Reduction {
 public:
  // Tests only: a canary, or a wrong rule.
  explicit OptimalDpor(Canary canary = Canary::kHealthy, FootprintRule rule = commuting_footprint);

  std::optional<Begin> begin_execution() override;
  Pick pick(const View& view) override;
  void retracted() override;
  void end_execution(const Execution& execution, Ending ending) override;
  [[nodiscard]] Capabilities capabilities() override {
    return {.estimating = this, .reduction = this};
  }
  [[nodiscard]] bool exhaustive() const override { return !spin_found_; }
  [[nodiscard]] std::string why_not_exhaustive() const override {
    return spin_limitation(spin_found_);
  }

  [[nodiscard]] double finished_mass() const override;
  [[nodiscard]] EstimateKind estimate_kind() const override { return EstimateKind::kAtLeast; }

 private:
  // A step of the execution in progress.
  struct Level {
    Action taken;
    SleepSet sleep_set;               // what slept here at first, and what has been explored since
    WakeupTrees::Root wakeup_tree{};  // the branches to explore after all below `taken`
    WakeupTrees::Root following{};    // what must follow `taken`; moves to the level below
    bool following_moved = false;
    // Executions of the search before `taken`; branches finished here; executions of those
    // branches.
    std::uint64_t executions_before = 0;
    std::uint64_t explored = 0;
    std::uint64_t executions = 0;
  };

  Level& add_level();
  void drop_level();
  void take_branch(Level& level);
  void end_branch(Level& level);
  [[nodiscard]] std::optional<std::uint32_t> choose_default(Level& level, const View& view);
  [[nodiscard]] std::optional<std::uint32_t> prescribed_alternative(Level& level,
                                                                    const View& view) const;
  void add_data_choices(Level& level, const View& view, std::uint32_t taken);
  void insert(Level& level, std::span<const Action> sequence);

  bool is_first_ = true;
  bool spin_found_ = false;     // some thread spins
  std::size_t kept_steps_ = 0;  // of the last execution
  std::vector<Level> levels_;   // reused: the first depth_ of them are valid
  std::size_t depth_ = 0;
  std::uint64_t execution_count_ = 0;  // of the whole search
  WakeupTrees trees_;
  Canary canary_;
  FootprintRule rule_;
  Reversals reversals_;
  Reversals::ReversalCallback on_reversal_;
};

}  // namespace mcheck
