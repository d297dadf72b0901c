// SPDX-License-Identifier: MIT
#include "dpor/guided.hpp"

#include <algorithm>
#include <array>

namespace mcheck {

bool Guided::is_held(const Execution& execution, ThreadId thread) const {
  const std::optional<Departure::Hold>& hold = departure_.hold;
  if (!hold || place_of(execution.thread(thread)) != hold->held) return false;
  const ThreadId other = hold->until.thread;
  return !execution.has_thread(other) || execution.thread(other).events <= hold->until.event;
}

std::optional<std::uint32_t> Guided::nearest(const View& view, bool preempting, bool held) const {
  std::optional<std::uint32_t> best;
  Guide::Distance least;
  for (std::uint32_t i = 0; i < view.alternatives.size(); ++i) {
    const Alternative& way = view.alternatives[i];
    if (way.preempts && !preempting) continue;
    if (!held && is_held(view.execution, way.thread)) continue;
    const Guide::Distance distance = guide_.distance(view, way);
    if (best && distance >= least) continue;
    best = i;
    least = distance;
  }
  return best;
}

Pick Guided::pick(const View& view) {
  const std::optional<std::uint32_t> any = nearest(view, true, false);
  if (!any) {
    let_go_ = true;
    return {.alternative = nearest(view, true, true).value_or(0)};
  }
  const bool leaves = view.alternatives[*any].preempts;
  if (!leaves || view.step < departure_.stays_from) return {.alternative = *any};
  const ThreadPlace place = place_of(view.execution.thread(view.alternatives[0].thread));
  const bool may_leave =
      std::ranges::find(departure_.leaves_at, place) != departure_.leaves_at.end();
  if (may_leave) return {.alternative = *any};
  return {.alternative = nearest(view, false, false).value_or(*any)};
}

std::vector<ThreadPlace> preemption_places(const Execution& execution) {
  std::array<std::uint32_t, kMaxThreads> done{};  // of each thread
  std::vector<ThreadPlace> places;
  ThreadId runs = kMainThread;
  for (const Event& event : execution.events()) {
    if (!event.eager) {
      if (event.preempts) places.push_back({.thread = runs, .event = done[index(runs)]});
      runs = event.thread;
    }
    done[index(event.thread)] = event.index + 1;
  }
  return places;
}

}  // namespace mcheck
