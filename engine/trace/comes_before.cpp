// SPDX-License-Identifier: MIT
#include "engine/trace/comes_before.hpp"

#include <algorithm>

#include "engine/trace/dependency.hpp"

namespace mcheck {

unsigned ComesBefore::group_of(std::uint32_t version) const {
  const std::uint32_t writer = versions_[version].writer;
  if (writer == kNone) return 0;
  return commuting_footprint(events_[writer].operation, events_[writer].mode).group;
}

// A thread that leaves a wait was notified or not: the order on the condition variable says which.
bool ComesBefore::is_caused(const Event& event) const {
  if (event.cause == kNone || event.operation.kind == Kind::kLeave) return false;
  return from_[index(events_[event.cause].thread)] <= event.cause;
}

// As in HappensBefore::join_object.
bool ComesBefore::look_at_object(const Event& event, bool seen) {
  Seen& before = seen_[event.version_before];
  const Footprint print = commuting_footprint(event.operation, event.mode);
  if (print.mode == Mode::kRead) {
    seen = seen || before.writes;
    before.readers = before.readers || seen;
    return seen;
  }
  const bool goes_on = print.group != 0 && print.group == group_of(event.version_before);
  const bool base = (goes_on ? before.base : before.writes) || before.readers;
  seen = seen || base;
  seen_[event.version_after] = {.base = base, .writes = seen || before.writes};
  return seen;
}

std::optional<bool> ComesBefore::ask(std::size_t first, ThreadId thread, std::size_t nth) {
  seen_.assign(versions_.size(), Seen{});
  from_.fill(kNone);
  for (std::size_t i = first; i < events_.size(); ++i) {
    if (left_ == 0) return std::nullopt;
    --left_;
    const Event& event = events_[i];
    std::uint32_t& from = from_[index(event.thread)];
    bool seen = i == first || from != kNone || is_caused(event);
    if (touches_object(event.operation)) seen = look_at_object(event, seen);
    const bool reached = event.thread == thread && event.index <= nth;
    if (reached && (seen || event.index == nth)) return seen;
    if (!seen) continue;
    from = std::min(from, static_cast<std::uint32_t>(i));
    // A thread without an event is after its spawn, whatever else its first event depends on.
    if (event.operation.kind == Kind::kSpawn && event.result < kMaxThreads) {
      from_[event.result] = std::min(from_[event.result], static_cast<std::uint32_t>(i));
    }
  }
  return false;
}

}  // namespace mcheck
