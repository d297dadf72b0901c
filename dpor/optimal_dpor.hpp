// SPDX-License-Identifier: MIT
// Optimal DPOR: one execution for each class of equivalent executions, and none that is broken off.
//
// Idea     Every execution is asked which of its races could be reversed (reversals.hpp). A
//          reversed race is kept as a whole sequence of steps, in a tree below the step where it
//          turns off (wakeup_tree.hpp), unless something explored before begins in an equivalent
//          way. Sleep sets tell: one of their steps could stand at the front of the sequence.
//          Because a sequence is kept in full, following it leads to nothing that sleeps.
// Paper    [AAJS14, Algorithm 2; JACM 2017]. sleep(E) → Level::asleep, wut(E) → Level::todo.
// Differs  v is all of the execution that does not depend on the first event, and not only what
//          precedes the second: shorter ones lose traces. Blocked operations, operations that
//          commute, data choices: reversals.hpp. Data choices are added where a step is first made;
//          a thread sleeps only if all of its choices do (docs/algorithms/optimal_dpor.md).
// Estimate What is left at a step is as large as what was explored there: too small, as long as not
//          all races were seen.
// Costs    O(n²) comparisons of clocks for each execution of n steps, and for each race one pass
//          over the sleep set of its step. Memory: the sequences still to be explored, which are
//          many in the worst case; a step that is done with is forgotten.
// Limits   No bound on preemptions. Where a thread polls the search is incomplete: a step that
// turns
//          out to lead nowhere may be one that others were left out for. Executions must be finite.
// Oracle   tests/dpor: closed forms; all classes of random programs that exhaustive search sees.
#pragma once

#include <optional>
#include <vector>

#include "dpor/action.hpp"
#include "dpor/polls.hpp"
#include "dpor/reversals.hpp"
#include "dpor/wakeup_tree.hpp"
#include "engine/search/strategy.hpp"

namespace mcheck {

class OptimalDpor final : public Strategy, public Estimating, public Reduction {
 public:
  // Tests only: something wrong.
  explicit OptimalDpor(Canary canary = Canary::kHealthy, FootprintRule rule = commuting_footprint);

  std::optional<Begin> begin_execution() override;
  Pick pick(const View& view) override;
  void retracted() override;
  void end_execution(const Execution& execution, Ending ending) override;
  [[nodiscard]] Capabilities capabilities() override {
    return {.estimating = this, .reduction = this};
  }
  [[nodiscard]] bool exhaustive() const override { return !polls_; }
  [[nodiscard]] std::string why_not_exhaustive() const override {
    return not_exhaustive_if(polls_);
  }

  [[nodiscard]] double finished_mass() const override;
  [[nodiscard]] EstimateKind estimate_kind() const override { return EstimateKind::kAtLeast; }

  // The most that was kept at a time, in steps of sequences.
  [[nodiscard]] std::size_t most_kept() const { return trees_.size(); }

 private:
  // A step of the execution in progress.
  struct Level {
    Action taken;
    SleepSet asleep;           // what slept here at first, and what has been explored since
    WakeupTrees::Root todo{};  // what is to be explored after `taken` and all below it
    WakeupTrees::Root next{};  // what was to follow on `taken`; moves to the level below
    bool next_moved = false;
    // Executions before `taken`, in all; steps taken here before it, and executions after those.
    std::uint64_t counted_before = 0;
    std::uint64_t explored = 0;
    std::uint64_t executions = 0;
  };

  Level& add_level();
  void drop_level();
  void follow(Level& level);
  void end_branch(Level& level);
  [[nodiscard]] std::optional<std::uint32_t> choose(Level& level, const View& view);
  [[nodiscard]] std::optional<std::uint32_t> offer_of(Level& level, const View& view) const;
  void add_data_choices(Level& level, const View& view, std::uint32_t taken);
  void insert(Level& level, std::span<const Action> sequence);

  bool first_ = true;
  bool polls_ = false;         // some thread does
  std::size_t kept_ = 0;       // steps of the execution before
  std::vector<Level> levels_;  // used again: the first depth_ of them count
  std::size_t depth_ = 0;
  std::uint64_t counted_ = 0;  // executions
  WakeupTrees trees_;
  Canary canary_;
  FootprintRule rule_;
  Reversals reversals_;
  Reversals::Found on_reversal_;
};

}  // namespace mcheck
