// SPDX-License-Identifier: MIT
#include "dpor/sampling/sleep_order.hpp"

#include <algorithm>

namespace mcheck {

void SleepOrder::start() {
  now_ = 0;
  wake_.clear();
  seen_ = 0;
  last_ = kMainThread;
  last_yields_ = false;
}

Word& SleepOrder::wake_of(ThreadId thread) {
  if (wake_.size() <= index(thread)) wake_.resize(index(thread) + 1);
  return wake_[index(thread)];
}

void SleepOrder::note_sleeps(const Execution& execution) {
  for (const Event& event : execution.events().subspan(seen_)) {
    if (event.operation.kind != Kind::kYield) continue;
    wake_of(event.thread) = now_ + event.operation.a;
    if (event.thread == last_) last_yields_ = true;
  }
  seen_ = execution.events().size();
}

// The same thread as long as it can run; then the next one, in turn.
template <class Entry>
std::size_t SleepOrder::choose_among(const View& view, std::span<const Entry> enabled) {
  note_sleeps(view.execution);
  Word first = wake_of(enabled[0].thread);
  for (const Entry& each : enabled) first = std::min(first, wake_of(each.thread));
  now_ = std::max(now_, first);
  const std::size_t limit = kMaxThreads;
  const std::size_t from = index(last_) + (last_yields_ ? 1 : 0);
  std::size_t best = enabled.size();
  std::size_t least = 2 * limit;
  for (std::size_t i = 0; i < enabled.size(); ++i) {
    const std::size_t distance = (index(enabled[i].thread) + limit - from % limit) % limit;
    if (wake_of(enabled[i].thread) > now_ || distance >= least) continue;
    least = distance;
    best = i;
  }
  last_ = enabled[best].thread;
  last_yields_ = false;
  return best;
}

std::size_t SleepOrder::choose(const View& view, std::span<const EnabledThread> enabled) {
  return choose_among(view, enabled);
}

std::size_t SleepOrder::choose_thread(const View& view) {
  return choose_among(view, view.alternatives);
}

}  // namespace mcheck
