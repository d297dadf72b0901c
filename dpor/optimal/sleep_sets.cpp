// SPDX-License-Identifier: MIT
#include "dpor/optimal/sleep_sets.hpp"

namespace mcheck {

Pick SleepSets::pick(const View& view) {
  const bool is_new = view.step == stack_.depth();
  const Pick pick = stack_.pick(view);
  if (is_new && pick.alternative != Pick::kNothing) {
    SleepStack::Level& level = stack_.level(view.step);
    for (const Action& action : level.enabled_actions) level.backtrack_set.add(action.thread);
  }
  return pick;
}

}  // namespace mcheck
