// SPDX-License-Identifier: MIT
#include "dpor/optimal_dpor.hpp"

#include "dpor/next.hpp"

namespace mcheck {

OptimalDpor::OptimalDpor(Canary canary, FootprintRule rule)
    : canary_(canary),
      rule_(rule),
      reversals_(canary == Canary::kCutsSequences ? Reversals::Extent::kBeforeSecond
                                                  : Reversals::Extent::kWhole,
                 canary, rule),
      on_reversal_([this](const Reversals::Reversal& reversal) {
        insert(levels_[reversal.step], reversal.sequence);
      }) {}

// Returns to the deepest step with a branch left. The branch that was taken there sleeps from now
// on.
std::optional<Begin> OptimalDpor::begin_execution() {
  if (first_) {
    first_ = false;
    return Begin{.keep = 0};
  }
  while (depth_ > 0 && trees_.empty(levels_[depth_ - 1].todo)) drop_level();
  if (depth_ == 0) return std::nullopt;
  Level& level = levels_[depth_ - 1];
  if (!level.next_moved) trees_.fell(level.next);
  level.asleep.push_back(level.taken);
  end_branch(level);
  follow(level);
  kept_ = depth_ - 1;
  return Begin{.keep = kept_};
}

Pick OptimalDpor::pick(const View& view) {
  if (view.step == depth_) {
    Level& added = add_level();
    if (!trees_.empty(added.todo)) {
      follow(added);
    } else if (!choose(added, view)) {
      drop_level();
      return {.alternative = Pick::kNothing};
    }
  }
  Level& level = levels_[view.step];
  std::optional<std::uint32_t> found = offer_of(level, view);
  if (!found && beyond_limit(view.execution)) {
    trees_.fell(level.next);
    found = choose(level, view);
  }
  if (!found) return {.alternative = polls_ ? Pick::kSpins : Pick::kImpossible};
  add_data_choices(level, view, *found);
  return {.alternative = *found, .returns = view.alternatives.size() > 1};
}

void OptimalDpor::retracted() {
  polls_ = true;
  drop_level();
}

void OptimalDpor::end_execution(const Execution& execution, Ending ending) {
  polls_ = polls_ || ending == Ending::kSpun;
  if (is_execution(ending)) ++counted_;
  reversals_.find(execution, kept_, 0, on_reversal_);
}

// The sleep set after a step holds what does not depend on the step. What must follow the step
// becomes the wakeup tree of the new level.
OptimalDpor::Level& OptimalDpor::add_level() {
  if (levels_.size() == depth_) levels_.emplace_back();
  Level& level = levels_[depth_++];
  level.asleep.clear();
  level.counted_before = counted_;
  level.explored = 0;
  level.executions = 0;
  level.next_moved = true;  // no branch was taken yet
  if (depth_ == 1) {
    level.todo = trees_.plant();
    return level;
  }
  Level& above = levels_[depth_ - 2];
  level.todo = above.next;
  above.next_moved = true;
  if (canary_ == Canary::kNeverWakes) {
    level.asleep = above.asleep;
  } else {
    sleep_on(above.asleep, above.taken, level.asleep);
  }
  return level;
}

void OptimalDpor::drop_level() {
  Level& level = levels_[--depth_];
  trees_.fell(level.todo);
  if (!level.next_moved) trees_.fell(level.next);
}

void OptimalDpor::follow(Level& level) {
  const WakeupTrees::Branch branch = trees_.take_first(level.todo);
  level.taken = branch.action;
  level.next = branch.rest;
  level.next_moved = false;
}

void OptimalDpor::end_branch(Level& level) {
  ++level.explored;
  level.executions += counted_ - level.counted_before;
  level.counted_before = counted_;
}

// From the last step to the first: each remaining branch counts as large as the mean of those
// explored at the step. Races that were not seen yet are not counted.
double OptimalDpor::finished_mass() const {
  if (depth_ == 0) return counted_ == 0 ? 0 : 1;
  double below = 1;
  for (std::size_t depth = depth_; depth-- > 0;) {
    const Level& level = levels_[depth];
    const double executions = static_cast<double>(level.executions) + below;
    const double of_each = executions / static_cast<double>(level.explored + 1);
    below = executions + of_each * static_cast<double>(trees_.branches(level.todo));
  }
  return static_cast<double>(counted_) / below;
}

// Nothing is prescribed here: any action that is awake.
std::optional<std::uint32_t> OptimalDpor::choose(Level& level, const View& view) {
  const std::optional<std::uint32_t> found = next(view, level.asleep);
  if (!found) return std::nullopt;
  const Alternative& way = view.alternatives[*found];
  level.taken = action_of(view.execution, way.thread, way.outcome, rule_);
  level.next = trees_.plant();
  level.next_moved = false;
  return found;
}

// The prescribed alternative, if it exists and still has the footprint that it had when it was put
// into a tree, where its state was computed and not run.
std::optional<std::uint32_t> OptimalDpor::offer_of(Level& level, const View& view) const {
  const auto found = view.execution.find_alternative(level.taken.thread, level.taken.label);
  if (!found) return std::nullopt;
  const Alternative& way = view.alternatives[*found];
  const Footprint said = level.taken.print;
  level.taken = action_of(view.execution, way.thread, way.outcome, rule_);
  const Footprint& now = level.taken.print;
  // A release too many only reads what other releases add to.
  const bool overruns = said.mode == Mode::kCommuting && now.mode == Mode::kRead;
  if (now.object != said.object || (now.mode != said.mode && !overruns)) return std::nullopt;
  return found;
}

// The other outcomes of the same operation are executions of their own.
void OptimalDpor::add_data_choices(Level& level, const View& view, std::uint32_t taken) {
  for (std::uint32_t i = 0; i < view.alternatives.size(); ++i) {
    const Alternative& way = view.alternatives[i];
    if (i == taken || way.thread != level.taken.thread) continue;
    const Action other = action_of(view.execution, way.thread, way.outcome, rule_);
    insert(level, {&other, 1});
  }
}

// Unless something explored before is a weak initial of the sequence.
void OptimalDpor::insert(Level& level, std::span<const Action> sequence) {
  if (!sleeps(level.asleep, sequence)) trees_.insert(level.todo, sequence);
}

}  // namespace mcheck
