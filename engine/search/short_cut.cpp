// SPDX-License-Identifier: MIT
// The same loop as in search.cpp for a step in which the thread that runs goes on, taken in the
// middle of that thread. What is not plain is left to the loop: a failure, a step that may lead
// back to where the thread stands, another thread, memory to save.
#include <algorithm>

#include "engine/search/search.hpp"

namespace mcheck {
namespace {

// The thread would have to repeat itself to come round: no loop of more looks is followed here.
constexpr std::uint32_t kMostLooks = 4;

// Whether the thread, since it last changed anything, has only looked, and not yet like this.
bool looks_anew(const Execution& execution, const ThreadRecord& record, const Operation& wanted) {
  const std::uint32_t looks = record.events - record.quiet_from;
  if (looks == 0) return true;
  if (looks > kMostLooks) return false;
  const std::span<const Event> events = execution.events();
  const auto own = events.last(looks);
  return std::ranges::all_of(own, [&](const Event& event) {
    return event.thread == record.id && !(event.operation == wanted);
  });
}

}  // namespace

// All that happened since the thread came to rest is what it did itself, and nobody else is to be
// moved because of that.
bool Search::may_decide(ThreadId thread, const Operation& operation) const {
  constexpr std::uint64_t kLookAtClock = 0x3ff;  // now and then the loop does
  if ((report_.events & kLookAtClock) == kLookAtClock) return false;
  if (!decides_ || decided_ || run_.ending() || !is_simple(operation.kind)) return false;
  if (executor_.polling_places() > 0 || !execution_.stops().empty()) return false;
  const std::span<const Event> events = execution_.events();
  if (events.empty() || execution_.steps() >= options_.steps) return false;
  const Event& last = events.back();
  if (last.thread != thread || !is_simple(last.operation.kind)) return false;
  return !can_poll(operation.kind) || looks_anew(execution_, execution_.thread(thread), operation);
}

// What others could do only changes with what they wait for.
std::span<const Alternative> Search::ways_of(const ThreadRecord& record) {
  const ObjectId touched = execution_.events().back().operation.object;
  if (same_ways_ && execution_.ways(record) == 1 &&
      !execution_.others_depend_on(touched, record.id)) {
    return execution_.last_alternatives();
  }
  same_ways_ = false;
  const std::span<const Alternative> ways = execution_.alternatives();
  if (ways.empty() || ways[0].thread != record.id) return {};
  same_ways_ = ways.size() == 1 || ways[1].thread != record.id;
  return ways;
}

bool Search::goes_on(ThreadId thread, const Operation& operation, Reply& reply) {
  if (!may_decide(thread, operation)) return false;
  execution_.announce(thread, operation);
  ThreadRecord& record = execution_.thread(thread);
  const std::span<const Alternative> ways = ways_of(record);
  if (ways.empty() || execution_.all_ways() > kMostWays) return false;
  const Pick picked = pick(ways);
  const bool other = picked.alternative >= ways.size() || ways[picked.alternative].thread != thread;
  if (other || saves_here(picked.returns)) return decided_ = picked, false;
  const Alternative way = ways[picked.alternative];
  const std::size_t before = execution_.events().size();
  if (!execution_.perform_simply(record, way.outcome, reply)) return decided_ = picked, false;
  note_way(way, before);
  execution_.note_choice(static_cast<std::uint16_t>(way.number),
                         static_cast<std::uint16_t>(ways.size()), way.preempts);
  if (!execution_.polled()) execution_.disturb(thread);
  ++report_.events;
  return true;
}

}  // namespace mcheck
