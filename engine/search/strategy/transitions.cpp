// SPDX-License-Identifier: MIT
#include "engine/search/strategy/transitions.hpp"

#include "engine/trace/order/happens_before.hpp"

namespace mcheck {
namespace {

// The event after which the thread reached its current place; kNone: main before its first event.
std::uint32_t last_event_before_stop(const ThreadRecord& record) {
  return record.last_event != kNone ? record.last_event : record.cause;
}

}  // namespace

Transition transition_of(const Event& event) {
  return {.thread = event.thread,
          .names_thread = event.operation.kind == Kind::kNotifyOne && !event.failed,
          .label = static_cast<std::uint32_t>(event.label)};
}

Transition transition_for(const Operation& operation, ThreadId thread, const Outcome& outcome) {
  return {.thread = thread,
          .names_thread = operation.kind == Kind::kNotifyOne && !outcome.failed,
          .label = static_cast<std::uint32_t>(outcome.label)};
}

std::vector<Transition> transitions_of(const Execution& execution) {
  std::vector<Transition> transitions;
  collect_transitions(execution, transitions);
  return transitions;
}

void collect_transitions(const Execution& execution, std::vector<Transition>& transitions) {
  transitions.clear();
  for (const Event& event : execution.events()) {
    if (!event.eager) transitions.push_back(transition_of(event));
  }
}

std::optional<std::vector<Transition>> transitions_to(const Execution& execution,
                                                      const Stop& stop) {
  const std::uint32_t last = last_event_before_stop(execution.thread(stop.thread));
  std::vector<Transition> transitions;
  if (last == kNone) return transitions;
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
    if (needed && !events[i].eager) transitions.push_back(transition_of(events[i]));
  }
  return transitions;
}

}  // namespace mcheck
