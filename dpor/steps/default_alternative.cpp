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
  std::optional<std::uint32_t> best;
  const ThreadRecord* best_thread =
      nullptr;  // of the best alternative; records are ordered by path
  for (std::uint32_t i = 0; i < view.alternatives.size(); ++i) {
    const Alternative& alternative = view.alternatives[i];
    const ThreadRecord* const record = &view.execution.thread(alternative.thread);
    const bool is_worse = best_thread != nullptr && (record->yields != best_thread->yields
                                                         ? record->yields > best_thread->yields
                                                         : record >= best_thread);
    if (is_worse || is_asleep(view, sleep_set, alternative)) continue;
    best = i;
    best_thread = record;
  }
  if (!best && exceeds_counter_limit(view.execution)) return 0;
  return best;
}

}  // namespace mcheck
