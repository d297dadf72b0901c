// SPDX-License-Identifier: MIT
#include "dpor/steps/default_alternative.hpp"

#include <algorithm>

namespace mcheck {
namespace {

bool is_asleep(const View& view, const SleepSet& sleep_set, const Alternative& alternative) {
  for (const Action& action : sleep_set) {
    if (action.thread == alternative.thread && action.label == view.execution.label_of(alternative))
      return true;
  }
  return false;
}

}  // namespace

bool exceeds_counter_limit(const Execution& execution) {
  if (execution.stops().empty()) return false;
  return std::ranges::any_of(execution.events(), [](const Event& event) {
    return event.misuse == Misuse::kTooManyPermits || event.misuse == Misuse::kLatchBelowZero;
  });
}

std::optional<std::uint32_t> default_alternative(const View& view, const SleepSet& sleep_set) {
  const auto best = first_alternative(view, [&](const Alternative& alternative) {
    return !is_asleep(view, sleep_set, alternative);
  });
  return !best && exceeds_counter_limit(view.execution) ? 0 : best;
}

}  // namespace mcheck
