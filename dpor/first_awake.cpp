// SPDX-License-Identifier: MIT
#include "dpor/first_awake.hpp"

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

std::optional<std::uint32_t> first_awake(const View& view, const SleepSet& asleep) {
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
  return best;
}

}  // namespace mcheck
