// SPDX-License-Identifier: MIT
// The same loop as in search.cpp for a step in which the thread that runs goes on, taken in the
// middle of that thread. What is not plain is left to the loop: a failure, a step that may lead
// back to where the thread stands, another thread, memory to save.
#include "engine/search/search.hpp"

namespace mcheck {
namespace {

// A thread that has looked, and looks again, may be on its way round a loop: that shows at rest.
bool may_come_round(const Execution& execution, const ThreadRecord& record, Kind kind) {
  if (!can_poll(kind) || !execution.is_quiet(record)) return false;
  return !execution.has_looked_once(record) || kind == Kind::kLoad || kind == Kind::kRead;
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
  return !may_come_round(execution_, execution_.thread(thread), operation.kind);
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
  const bool looks_count = !execution_.is_quiet(record);
  if (!execution_.perform_simply(record, way.outcome, looks_count, reply)) {
    return decided_ = picked, false;
  }
  note_way(way, before);
  execution_.note_choice(static_cast<std::uint16_t>(way.number),
                         static_cast<std::uint16_t>(ways.size()), way.preempts);
  if (!execution_.polled()) execution_.disturb(thread);
  ++report_.events;
  return true;
}

}  // namespace mcheck
