// SPDX-License-Identifier: MIT
#include "dpor/next.hpp"

#include <algorithm>

namespace mcheck {
namespace {

bool sleeps(const View& view, const SleepSet& asleep, const Alternative& way) {
  for (const Action& action : asleep) {
    if (action.thread == way.thread && action.label == view.execution.label_of(way)) return true;
  }
  return false;
}

}  // namespace

bool beyond_limit(const Execution& execution) {
  if (execution.stops().empty()) return false;
  return std::ranges::any_of(execution.events(), [](const Event& event) {
    return event.misuse == Misuse::kTooManyPermits || event.misuse == Misuse::kLatchBelowZero;
  });
}

std::optional<std::uint32_t> next(const View& view, const SleepSet& asleep) {
  std::optional<std::uint32_t> best;
  const ThreadRecord* first = nullptr;  // of the best alternative; records are ordered by path
  for (std::uint32_t i = 0; i < view.alternatives.size(); ++i) {
    const Alternative& way = view.alternatives[i];
    const ThreadRecord* const record = &view.execution.thread(way.thread);
    const bool later =
        first != nullptr &&
        (record->yields != first->yields ? record->yields > first->yields : record >= first);
    if (later || sleeps(view, asleep, way)) continue;
    best = i;
    first = record;
  }
  if (!best && beyond_limit(view.execution)) return 0;
  return best;
}

}  // namespace mcheck
