// SPDX-License-Identifier: MIT
#include "dpor/optimal/optimal_dpor.hpp"

#include "dpor/steps/default_alternative.hpp"

namespace mcheck {

OptimalDpor::OptimalDpor(Canary canary, FootprintRule rule)
    : canary_(canary),
      rule_(rule),
      reversals_(canary == Canary::kTruncatesSequences ? Reversals::Extent::kBeforeSecond
                                                       : Reversals::Extent::kWhole,
                 canary, rule),
      on_reversal_([this](const Reversals::Reversal& reversal) {
        insert(levels_[reversal.step], reversal.sequence);
      }) {}

// Returns to the deepest step with a branch left. The branch that was taken there sleeps from now
// on.
std::optional<Begin> OptimalDpor::begin_execution() {
  if (is_first_) {
    is_first_ = false;
    return Begin{.keep = 0};
  }
  while (depth_ > 0 && trees_.empty(levels_[depth_ - 1].wakeup_tree)) drop_level();
  if (depth_ == 0) return std::nullopt;
  Level& level = levels_[depth_ - 1];
  if (!level.following_moved) trees_.destroy(level.following);
  level.sleep_set.push_back(level.taken);
  end_branch(level);
  take_branch(level);
  kept_steps_ = depth_ - 1;
  return Begin{.keep = kept_steps_};
}

Pick OptimalDpor::pick(const View& view) {
  if (view.step == depth_) {
    Level& added = add_level();
    if (!trees_.empty(added.wakeup_tree)) {
      take_branch(added);
    } else if (!choose_default(added, view)) {
      drop_level();
      return {.alternative = Pick::kNothing};
    }
  }
  Level& level = levels_[view.step];
  std::optional<std::uint32_t> found = prescribed_alternative(level, view);
  if (!found && exceeds_counter_limit(view.execution)) {
    trees_.destroy(level.following);
    found = choose_default(level, view);
  }
  if (!found) return {.alternative = spin_found_ ? Pick::kSpins : Pick::kImpossible};
  add_data_choices(level, view, *found);
  return {.alternative = *found, .returns = view.alternatives.size() > 1};
}

void OptimalDpor::retracted() {
  spin_found_ = true;
  drop_level();
}

void OptimalDpor::end_execution(const Execution& execution, Ending ending) {
  spin_found_ = spin_found_ || ending == Ending::kSpun;
  if (is_execution(ending)) ++execution_count_;
  reversals_.find(execution, kept_steps_, 0, on_reversal_);
}

// The sleep set after a step holds what does not depend on the step. What must follow the step
// becomes the wakeup tree of the new level.
OptimalDpor::Level& OptimalDpor::add_level() {
  if (levels_.size() == depth_) levels_.emplace_back();
  Level& level = levels_[depth_++];
  level.sleep_set.clear();
  level.executions_before = execution_count_;
  level.explored = 0;
  level.executions = 0;
  level.following_moved = true;  // no branch was taken yet
  if (depth_ == 1) {
    level.wakeup_tree = trees_.create();
    return level;
  }
  Level& parent_level = levels_[depth_ - 2];
  level.wakeup_tree = parent_level.following;
  parent_level.following_moved = true;
  if (canary_ == Canary::kNeverWakes) {
    level.sleep_set = parent_level.sleep_set;
  } else {
    sleep_set_after(parent_level.sleep_set, parent_level.taken, level.sleep_set);
  }
  return level;
}

void OptimalDpor::drop_level() {
  Level& level = levels_[--depth_];
  trees_.destroy(level.wakeup_tree);
  if (!level.following_moved) trees_.destroy(level.following);
}

void OptimalDpor::take_branch(Level& level) {
  const WakeupTrees::Branch branch = trees_.take_first(level.wakeup_tree);
  level.taken = branch.action;
  level.following = branch.subtree;
  level.following_moved = false;
}

void OptimalDpor::end_branch(Level& level) {
  ++level.explored;
  level.executions += execution_count_ - level.executions_before;
  level.executions_before = execution_count_;
}

// From the last step to the first: each remaining branch counts as large as the mean of those
// explored at the step. Races that were not seen yet are not counted.
double OptimalDpor::finished_mass() const {
  if (depth_ == 0) return execution_count_ == 0 ? 0 : 1;
  double below = 1;
  for (std::size_t depth = depth_; depth-- > 0;) {
    const Level& level = levels_[depth];
    const double executions = static_cast<double>(level.executions) + below;
    const double per_branch = executions / static_cast<double>(level.explored + 1);
    below = executions + per_branch * static_cast<double>(trees_.branch_count(level.wakeup_tree));
  }
  return static_cast<double>(execution_count_) / below;
}

// Nothing is prescribed here: any action that is awake.
std::optional<std::uint32_t> OptimalDpor::choose_default(Level& level, const View& view) {
  const std::optional<std::uint32_t> found = default_alternative(view, level.sleep_set);
  if (!found) return std::nullopt;
  const Alternative& alternative = view.alternatives[*found];
  level.taken = action_of(view.execution, alternative.thread, alternative.outcome, rule_);
  level.following = trees_.create();
  level.following_moved = false;
  return found;
}

// The prescribed alternative, if it exists and still has the footprint that it had when it was put
// into a tree, where its state was computed and not run.
std::optional<std::uint32_t> OptimalDpor::prescribed_alternative(Level& level,
                                                                 const View& view) const {
  const auto found = view.execution.find_alternative(level.taken.thread, level.taken.label);
  if (!found) return std::nullopt;
  const Alternative& alternative = view.alternatives[*found];
  const Footprint expected = level.taken.footprint;
  level.taken = action_of(view.execution, alternative.thread, alternative.outcome, rule_);
  const Footprint& actual = level.taken.footprint;
  // A release too many only reads what other releases add to.
  const bool exceeds_limit = expected.mode == Mode::kCommuting && actual.mode == Mode::kRead;
  if (actual.object != expected.object || (actual.mode != expected.mode && !exceeds_limit))
    return std::nullopt;
  return found;
}

// The other outcomes of the same operation are executions of their own.
void OptimalDpor::add_data_choices(Level& level, const View& view, std::uint32_t taken) {
  for (std::uint32_t i = 0; i < view.alternatives.size(); ++i) {
    const Alternative& alternative = view.alternatives[i];
    if (i == taken || alternative.thread != level.taken.thread) continue;
    const Action other = action_of(view.execution, alternative.thread, alternative.outcome, rule_);
    insert(level, {&other, 1});
  }
}

// Unless something explored before is a weak initial of the sequence.
void OptimalDpor::insert(Level& level, std::span<const Action> sequence) {
  if (!is_asleep(level.sleep_set, sequence)) trees_.insert(level.wakeup_tree, sequence);
}

}  // namespace mcheck
