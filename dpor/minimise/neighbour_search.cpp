// SPDX-License-Identifier: MIT
#include "dpor/minimise/neighbour_search.hpp"

#include <algorithm>
#include <array>

namespace mcheck {

bool NeighbourSearch::is_held(const Execution& execution, ThreadId thread) const {
  const std::optional<Deviation::Hold>& hold = deviation_.hold;
  if (!hold || thread_position(execution.thread(thread)) != hold->held) return false;
  const ThreadId until_thread = hold->until.thread;
  return !execution.has_thread(until_thread) ||
         execution.thread(until_thread).events <= hold->until.event;
}

std::optional<std::uint32_t> NeighbourSearch::nearest(const View& view, bool preempting,
                                                      bool held) const {
  std::optional<std::uint32_t> best;
  ReferenceExecution::Distance least;
  for (std::uint32_t i = 0; i < view.alternatives.size(); ++i) {
    const Alternative& alternative = view.alternatives[i];
    if (alternative.preempts && !preempting) continue;
    if (!held && is_held(view.execution, alternative.thread)) continue;
    const ReferenceExecution::Distance distance = reference_.distance(view, alternative);
    if (best && distance >= least) continue;
    best = i;
    least = distance;
  }
  return best;
}

Pick NeighbourSearch::pick(const View& view) {
  const std::optional<std::uint32_t> nearest_free = nearest(view, true, false);
  if (!nearest_free) {
    released_early_ = true;
    return {.alternative = nearest(view, true, true).value_or(0)};
  }
  const bool preempts_now = view.alternatives[*nearest_free].preempts;
  if (!preempts_now || view.step < deviation_.no_preemption_from)
    return {.alternative = *nearest_free};
  const ThreadPosition where = thread_position(view.execution.thread(view.alternatives[0].thread));
  const bool may_preempt =
      std::ranges::find(deviation_.preempt_at, where) != deviation_.preempt_at.end();
  if (may_preempt) return {.alternative = *nearest_free};
  return {.alternative = nearest(view, false, false).value_or(*nearest_free)};
}

std::vector<ThreadPosition> preemption_positions(const Execution& execution) {
  std::array<std::uint32_t, kMaxThreads> event_counts{};  // of each thread
  std::vector<ThreadPosition> positions;
  ThreadId running = kMainThread;
  for (const Event& event : execution.events()) {
    if (!event.eager) {
      if (event.preempts)
        positions.push_back({.thread = running, .event = event_counts[index(running)]});
      running = event.thread;
    }
    event_counts[index(event.thread)] = event.index + 1;
  }
  return positions;
}

}  // namespace mcheck
