// SPDX-License-Identifier: MIT
#include "dpor/next.hpp"

#include <algorithm>
#include <tuple>

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
  const ThreadRecord* const by_path = view.execution.threads().data();
  std::optional<std::uint32_t> best;
  std::tuple<std::uint32_t, std::ptrdiff_t, std::uint32_t> least;
  for (std::uint32_t i = 0; i < view.alternatives.size(); ++i) {
    const Alternative& way = view.alternatives[i];
    const ThreadRecord& record = view.execution.thread(way.thread);
    const std::tuple rank = {record.yields, &record - by_path, way.outcome};
    if ((best && rank > least) || sleeps(view, asleep, way)) continue;
    best = i;
    least = rank;
  }
  if (!best && beyond_limit(view.execution)) return 0;
  return best;
}

}  // namespace mcheck
