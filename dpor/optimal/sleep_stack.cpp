// SPDX-License-Identifier: MIT
#include "dpor/optimal/sleep_stack.hpp"

#include <utility>

#include "dpor/steps/default_alternative.hpp"

namespace mcheck {

std::optional<Begin> SleepStack::backtrack() {
  if (is_first_) {
    is_first_ = false;
    return Begin{.keep = 0};
  }
  for (; depth_ > 0; --depth_) {
    Level& level = levels_[depth_ - 1];
    level.sleep_set.push_back(level.taken);
    if (take_next(level)) return Begin{.keep = depth_ - 1};
  }
  return std::nullopt;
}

bool SleepStack::take_next(Level& level) {
  for (const Action& action : level.enabled_actions) {
    if (!level.backtrack_set.has(action.thread) || is_asleep(level.sleep_set, action)) continue;
    level.taken = action;
    return true;
  }
  return false;
}

Pick SleepStack::pick(const View& view) {
  if (std::exchange(retracted_, false)) return {.alternative = Pick::kSpins};
  if (view.step == depth_ && !add_level(view)) return {.alternative = Pick::kNothing};
  const Action& taken = levels_[view.step].taken;
  const auto found = view.execution.find_alternative(taken.thread, taken.label);
  return {.alternative = found.value_or(spin_found_ ? Pick::kSpins : Pick::kImpossible),
          .returns = view.alternatives.size() > 1};
}

// False, and no level is added, if every enabled action sleeps.
bool SleepStack::add_level(const View& view) {
  if (levels_.size() == depth_) levels_.emplace_back();
  Level& level = levels_[depth_];
  level.sleep_set.clear();
  if (depth_ > 0)
    sleep_set_after(levels_[depth_ - 1].sleep_set, levels_[depth_ - 1].taken, level.sleep_set);
  const std::optional<std::uint32_t> found = default_alternative(view, level.sleep_set);
  if (!found) return false;
  level.enabled_actions.clear();
  for (const Alternative& alternative : view.alternatives) {
    level.enabled_actions.push_back(
        action_of(view.execution, alternative.thread, alternative.outcome));
  }
  level.taken = level.enabled_actions[*found];
  level.backtrack_set = {};
  level.backtrack_set.add(level.taken.thread);
  ++depth_;
  return true;
}

}  // namespace mcheck
