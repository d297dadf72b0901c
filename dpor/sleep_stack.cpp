// SPDX-License-Identifier: MIT
#include "dpor/sleep_stack.hpp"

#include <utility>

#include "dpor/next.hpp"

namespace mcheck {

std::optional<Begin> SleepStack::next() {
  if (first_) {
    first_ = false;
    return Begin{.keep = 0};
  }
  for (; depth_ > 0; --depth_) {
    Level& level = levels_[depth_ - 1];
    level.asleep.push_back(level.taken);
    if (take_next(level)) return Begin{.keep = depth_ - 1};
  }
  return std::nullopt;
}

bool SleepStack::take_next(Level& level) {
  for (const Action& offer : level.offers) {
    if (!level.threads.has(offer.thread) || sleeps(level.asleep, offer)) continue;
    level.taken = offer;
    return true;
  }
  return false;
}

Pick SleepStack::pick(const View& view) {
  if (std::exchange(retracted_, false)) return {.alternative = Pick::kSpins};
  if (view.step == depth_ && !add_level(view)) return {.alternative = Pick::kNothing};
  const Action& taken = levels_[view.step].taken;
  const auto found = view.execution.find_alternative(taken.thread, taken.label);
  return {.alternative = found.value_or(polls_ ? Pick::kSpins : Pick::kImpossible),
          .returns = view.alternatives.size() > 1};
}

// False, and no level is added, if every enabled action sleeps.
bool SleepStack::add_level(const View& view) {
  if (levels_.size() == depth_) levels_.emplace_back();
  Level& level = levels_[depth_];
  level.asleep.clear();
  if (depth_ > 0) sleep_on(levels_[depth_ - 1].asleep, levels_[depth_ - 1].taken, level.asleep);
  const std::optional<std::uint32_t> found = mcheck::next(view, level.asleep);
  if (!found) return false;
  level.offers.clear();
  for (const Alternative& way : view.alternatives) {
    level.offers.push_back(action_of(view.execution, way.thread, way.outcome));
  }
  level.taken = level.offers[*found];
  level.threads = {};
  level.threads.add(level.taken.thread);
  ++depth_;
  return true;
}

}  // namespace mcheck
