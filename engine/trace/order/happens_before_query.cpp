// SPDX-License-Identifier: MIT
#include "engine/trace/order/happens_before_query.hpp"

#include <algorithm>

#include "engine/trace/order/dependency.hpp"

namespace mcheck {

unsigned HappensBeforeQuery::group_of(std::uint32_t version) const {
  const std::uint32_t writer = versions_[version].writer;
  if (writer == kNone) return 0;
  return commuting_footprint(events_[writer].operation, events_[writer].mode).group;
}

// A thread that leaves a wait was notified or not: the order on the condition variable says which.
bool HappensBeforeQuery::is_caused(const Event& event) const {
  if (event.cause == kNone || event.operation.kind == Kind::kLeave) return false;
  return first_after_[index(events_[event.cause].thread)] <= event.cause;
}

// As in HappensBefore::join_object.
bool HappensBeforeQuery::visit_object(const Event& event, bool is_after) {
  Reached& before = reached_[event.version_before];
  const Footprint access = commuting_footprint(event.operation, event.mode);
  if (access.mode == Mode::kRead) {
    is_after = is_after || before.writes;
    before.readers = before.readers || is_after;
    return is_after;
  }
  const bool continues = access.group != 0 && access.group == group_of(event.version_before);
  const bool base = (continues ? before.base : before.writes) || before.readers;
  is_after = is_after || base;
  reached_[event.version_after] = {.base = base, .writes = is_after || before.writes};
  return is_after;
}

std::optional<bool> HappensBeforeQuery::is_before(std::size_t first, ThreadId thread,
                                                  std::size_t nth) {
  reached_.assign(versions_.size(), Reached{});
  first_after_.fill(kNone);
  for (std::size_t i = first; i < events_.size(); ++i) {
    if (remaining_ == 0) return std::nullopt;
    --remaining_;
    const Event& event = events_[i];
    std::uint32_t& first_after = first_after_[index(event.thread)];
    bool is_after = i == first || first_after != kNone || is_caused(event);
    if (touches_object(event.operation)) is_after = visit_object(event, is_after);
    const bool is_target = event.thread == thread && event.index <= nth;
    if (is_target && (is_after || event.index == nth)) return is_after;
    if (!is_after) continue;
    first_after = std::min(first_after, static_cast<std::uint32_t>(i));
    // A thread without an event is after its spawn, whatever else its first event depends on.
    if (event.operation.kind == Kind::kSpawn && event.result < kMaxThreads) {
      first_after_[event.result] =
          std::min(first_after_[event.result], static_cast<std::uint32_t>(i));
    }
  }
  return false;
}

}  // namespace mcheck
