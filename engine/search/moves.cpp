// SPDX-License-Identifier: MIT
#include "engine/search/moves.hpp"

#include "engine/trace/happens_before.hpp"

namespace mcheck {
namespace {

// The event after which the thread reached its current place; kNone: main before its first event.
std::uint32_t last_event_before_stop(const ThreadRecord& record) {
  return record.last_event != kNone ? record.last_event : record.cause;
}

}  // namespace

Move move_of(const Event& event) {
  return {.thread = event.thread,
          .names_thread = event.operation.kind == Kind::kNotifyOne && !event.failed,
          .label = static_cast<std::uint32_t>(event.label)};
}

Move move_for(const Operation& operation, ThreadId thread, const Outcome& outcome) {
  return {.thread = thread,
          .names_thread = operation.kind == Kind::kNotifyOne && !outcome.failed,
          .label = static_cast<std::uint32_t>(outcome.label)};
}

std::vector<Move> moves_of(const Execution& execution) {
  std::vector<Move> moves;
  collect_moves(execution, moves);
  return moves;
}

void collect_moves(const Execution& execution, std::vector<Move>& moves) {
  moves.clear();
  for (const Event& event : execution.events()) {
    if (!event.eager) moves.push_back(move_of(event));
  }
}

std::optional<std::vector<Move>> moves_to(const Execution& execution, const Stop& stop) {
  const std::uint32_t last = last_event_before_stop(execution.thread(stop.thread));
  std::vector<Move> moves;
  if (last == kNone) return moves;
  const std::span<const Event> events = execution.events();
  HappensBefore order(Relation::kCommuting);
  order.update(events, execution.versions(), 0);
  const VectorClock past = order.all(last);
  for (const Stop& other : execution.stops()) {
    if (other.thread == stop.thread || other.kind == Stop::Kind::kFalseAssumption) continue;
    const std::uint32_t stopped = last_event_before_stop(execution.thread(other.thread));
    if (stopped == kNone || HappensBefore::seen(past, events[stopped])) return std::nullopt;
  }
  for (std::size_t i = 0; i <= last; ++i) {
    const bool needed = HappensBefore::seen(past, events[i]);
    if (needed && !events[i].eager) moves.push_back(move_of(events[i]));
  }
  return moves;
}

}  // namespace mcheck
