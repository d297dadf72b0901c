// SPDX-License-Identifier: MIT
#include "engine/trace/order/causal_times.hpp"

#include <algorithm>

#include "engine/trace/order/dependency.hpp"

namespace mcheck {

CausalTimes::CausalTimes(std::span<const Event> events, std::span<const Version> versions,
                         std::span<const ClockAdvance> advances) {
  if (advances.empty()) return;
  events_.reserve(events.size());
  versions_.resize(versions.size());
  auto advance = advances.begin();
  for (std::size_t i = 0; i <= events.size(); ++i) {
    for (; advance != advances.end() && advance->events <= i; ++advance)
      advance_to(advance->thread, advance->now);
    if (i < events.size()) add(events[i]);
  }
}

std::int64_t& CausalTimes::time_of(ThreadId thread) {
  if (threads_.size() <= index(thread)) threads_.resize(index(thread) + 1);
  return threads_[index(thread)];
}

void CausalTimes::advance_to(ThreadId thread, std::int64_t time) {
  std::int64_t& own = time_of(thread);
  own = std::max(own, time);
}

void CausalTimes::add(const Event& event) {
  const Operation& operation = event.operation;
  if (event.cause != kNone) advance_to(event.thread, events_[event.cause]);
  if (operation.kind == Kind::kJoin) advance_to(event.thread, of_thread(ThreadId(operation.a)));
  if (touches_object(operation) && event.version_before != kNone) {
    const VersionTime before = versions_[event.version_before];
    const Footprint access = commuting_footprint(operation, event.mode);
    const bool commutes = access.group != 0 && access.group == before.group;
    const std::int64_t base = commutes ? before.base : before.time;
    advance_to(event.thread, base);
    if (event.version_after != kNone) {
      versions_[event.version_after] = {.time = std::max(before.time, time_of(event.thread)),
                                        .base = base,
                                        .group = access.group};
    }
  }
  const std::int64_t now = time_of(event.thread);
  events_.push_back(now);
  if (operation.kind == Kind::kSpawn && event.result < kMaxThreads)
    advance_to(ThreadId(event.result), now);
}

}  // namespace mcheck
