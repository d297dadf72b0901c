// SPDX-License-Identifier: MIT
#include "dpor/optimal/reversals.hpp"

#include <algorithm>

namespace mcheck {

void Reversals::find(const Execution& execution, std::size_t kept, std::size_t from,
                     const ReversalCallback& on_reversal) {
  execution_ = &execution;
  on_reversal_ = &on_reversal;
  events_ = execution.events();
  const std::size_t kept_events = kept < steps_.size() ? steps_[kept] : 0;
  index_steps();
  order_.update(events_, execution.versions(), kept_events);
  for (std::size_t step = from; step < steps_.size(); ++step) {
    const Event& event = event_at(step);
    if (!touches_object(event.operation)) continue;
    reverse({.operation = &event.operation,
             .event = &event,
             .thread = event.thread,
             .past = order_.past(steps_[step]),
             .until = extent_ == Extent::kWhole ? steps_.size() : step},
            previous_[step]);
  }
  if (canary_ != Canary::kForgetsBlocked) reverse_blocked();
}

// The events that were choices, and for each the last choice before it on the same object.
void Reversals::index_steps() {
  steps_.clear();
  actions_.clear();
  previous_.clear();
  std::ranges::fill(latest_, kNoStep);
  for (std::size_t i = 0; i < events_.size(); ++i) {
    if (events_[i].eager) continue;
    const std::size_t object = index(events_[i].operation.object);
    if (latest_.size() <= object) latest_.resize(object + 1, kNoStep);
    previous_.push_back(latest_[object]);
    latest_[object] = steps_.size();
    steps_.push_back(static_cast<std::uint32_t>(i));
    actions_.push_back(action_of(*execution_, events_[i], rule_));
  }
}

void Reversals::reverse_blocked() {
  for (const ThreadRecord& record : execution_->threads()) {
    if (record.status != ThreadRecord::Status::kReady || is_eager(record.pending.kind)) continue;
    if (execution_->enabled(record) > 0) continue;  // the execution was cut off
    const std::size_t object = index(record.pending.object);
    if (object >= latest_.size()) continue;
    compute_blocked_past(record);
    reverse({.operation = &record.pending,
             .thread = record.id,
             .past = second_past_,
             .until = steps_.size()},
            latest_[object]);
  }
}

// What must come before the operation at which the thread is blocked.
void Reversals::compute_blocked_past(const ThreadRecord& blocked) {
  second_past_.assign(std::max<std::size_t>(order_.width(), index(blocked.id) + 1), 0);
  const std::uint32_t cause = blocked.pending.kind == Kind::kLeave ? kNone : blocked.cause;
  for (const std::uint32_t before : {blocked.last_event, cause}) {
    if (before == kNone) continue;
    const VectorClock clock = order_.all(before);
    for (std::size_t i = 0; i < clock.size(); ++i) {
      second_past_[i] = std::max(second_past_[i], clock[i]);
    }
  }
}

// Tries all steps on the object, from the candidate back. Everything on the object that precedes an
// exclusive event happens before it: once such an event is out of the question, so are the earlier
// ones.
void Reversals::reverse(const Second& second, std::size_t candidate) {
  accepted_.clear();
  past_ = second.past;
  for (std::size_t step = candidate; step != kNoStep; step = previous_[step]) {
    const Event& first = event_at(step);
    const bool exclusive = first.mode == Mode::kExclusive;
    if (HappensBefore::seen(second.past, first) || hidden_by_accepted(first)) {
      if (exclusive) break;
      continue;
    }
    const Dependence dependence = dependence_on(step, second);
    if (dependence == Dependence::kNever || !build_sequence(step, second)) continue;
    if (dependence == Dependence::kPossible) continue;  // it hides no earlier event
    accepted_.push_back(steps_[step]);
    if (exclusive) break;
  }
}

// For a blocked operation this is decided when its outcome is known: report_reversals().
Reversals::Dependence Reversals::dependence_on(std::size_t step, const Second& second) const {
  if (second.event == nullptr) return Dependence::kReal;
  const Footprint footprint = rule_(*second.operation, second.event->mode);
  if (conflict(actions_[step].footprint, footprint)) return Dependence::kReal;
  if (canary_ == Canary::kIgnoresDataChoices) return Dependence::kNever;
  return conflict(actions_[step].widest_footprint, footprint) ? Dependence::kPossible
                                                              : Dependence::kNever;
}

// A later race can be reversed: that comes first, and then this one.
bool Reversals::hidden_by_accepted(const Event& first) const {
  return std::ranges::any_of(accepted_, [&](std::uint32_t later) {
    return HappensBefore::seen(order_.all(later), first);
  });
}

// False if the second operation cannot come before this step.
bool Reversals::build_sequence(std::size_t step, const Second& second) {
  const Event& first = event_at(step);
  v_.clear();
  for (std::size_t i = step + 1; i < second.until; ++i) {
    const VectorClock clock = order_.all(steps_[i]);
    if (HappensBefore::seen(clock, first)) continue;
    // If only another data choice races, the second event is not ordered after the first.
    if (second.event != nullptr && HappensBefore::seen(clock, *second.event)) continue;
    v_.push_back(i);
  }
  State state = object_state_after(first, second);
  while (execution_->enabled(*second.operation, second.thread, state) == 0) {
    if (!remove_holders(second, state)) return false;
    state = object_state_after(first, second);
  }
  return report_reversals(step, second, state);
}

// The state of the object of the race after E1·v. An event of v that changed it commutes with the
// first event, or it would depend on it; so it does the same without the first event.
State Reversals::object_state_after(const Event& first, const Second& second) const {
  State state = execution_->state_at(first.version_before);
  for (const std::size_t step : v_) {
    const Event& event = event_at(step);
    if (event.operation.object != second.operation->object || event.mode == Mode::kRead) continue;
    if (event.way >= execution_->enabled(event.operation, event.thread, state)) continue;
    const Outcome outcome = execution_->outcome_of(event.operation, event.thread, state, event.way);
    if (outcome.mode != Mode::kRead) state = outcome.next;
  }
  return state;
}

// Removes from v the shared locks that block the writer, and everything that depends on them. False
// if something else blocks the writer, or if they are held in any case.
bool Reversals::remove_holders(const Second& second, const State& state) {
  if (second.operation->kind != Kind::kLock || state.threads.empty()) return false;
  if (state.value != 0) return false;
  collect_holders(second, state.threads);
  if (holder_events_.size() < state.threads.size()) return false;
  const auto depends_on_holder = [&](std::size_t step) {
    return std::ranges::any_of(holder_events_, [&](std::uint32_t holder) {
      return HappensBefore::seen(order_.all(steps_[step]), events_[holder]);
    });
  };
  const auto precedes_second = [&](std::uint32_t holder) {
    return HappensBefore::seen(second.past, events_[holder]);
  };
  if (std::ranges::any_of(holder_events_, precedes_second)) return false;
  std::erase_if(v_, depends_on_holder);
  return true;
}

// The events in v by which these threads acquired their shared lock.
void Reversals::collect_holders(const Second& second, ThreadSet remaining) {
  holder_events_.clear();
  for (std::size_t i = v_.size(); i > 0 && !remaining.empty(); --i) {
    const Event& event = event_at(v_[i - 1]);
    const bool acquires =
        event.operation.kind == Kind::kLockShared || event.operation.kind == Kind::kTryLockShared;
    if (event.operation.object != second.operation->object || event.mode == Mode::kRead) continue;
    if (!acquires || !remaining.has(event.thread)) continue;
    remaining.remove(event.thread);
    holder_events_.push_back(steps_[v_[i - 1]]);
  }
}

// False if the operation was blocked at the end, but not by this event.
bool Reversals::report_reversals(std::size_t step, const Second& second, const State& state) {
  const Operation& operation = *second.operation;
  const std::uint32_t enabled = execution_->enabled(operation, second.thread, state);
  const std::optional<std::uint32_t> same_choice = same_data_choice(second, state, enabled);
  bool reversed = false;
  sequence_.clear();
  for (const std::size_t before : v_) sequence_.push_back(actions_[before]);
  sequence_.emplace_back();
  for (std::uint32_t way = 0; way < enabled; ++way) {
    if (same_choice && way != *same_choice) continue;
    sequence_.back() = action_in_state(*execution_, operation, second.thread, state, way, rule_);
    if (second.event == nullptr && !conflict(sequence_.back().footprint, actions_[step].footprint))
      continue;
    (*on_reversal_)({.step = step, .sequence = sequence_});
    reversed = true;
  }
  return reversed;
}

// The data choice of the event, if it had several and has it in this state. If it had only one, all
// are new: the others would be added where the step is first made, but that step may sleep.
std::optional<std::uint32_t> Reversals::same_data_choice(const Second& second, const State& state,
                                                         std::uint32_t enabled) const {
  if (enabled == 1) return 0;
  if (second.event == nullptr) return std::nullopt;
  const Operation& operation = *second.operation;
  const State before = execution_->state_at(second.event->version_before);
  if (execution_->enabled(operation, second.thread, before) == 1) return std::nullopt;
  for (std::uint32_t way = 0; way < enabled; ++way) {
    const Outcome outcome = execution_->outcome_of(operation, second.thread, state, way);
    if (outcome.label == second.event->label) return way;
  }
  return std::nullopt;
}

// Clocks are needed here: a thread that v itself starts conflicts with nothing.
ThreadSet Reversals::initials() const {
  ThreadSet threads;
  for (std::size_t i = 0; i < v_.size(); ++i) {
    const VectorClock clock = order_.all(steps_[v_[i]]);
    const bool is_initial = std::none_of(
        v_.begin(), v_.begin() + static_cast<std::ptrdiff_t>(i),
        [&](std::size_t before) { return HappensBefore::seen(clock, event_at(before)); });
    if (is_initial) threads.add(event_at(v_[i]).thread);
  }
  const Action& last = sequence_.back();
  const bool is_initial = std::ranges::none_of(v_, [&](std::size_t before) {
    return HappensBefore::seen(past_, event_at(before)) ||
           conflict(actions_[before].footprint, last.footprint);
  });
  if (is_initial) threads.add(last.thread);
  return threads;
}

}  // namespace mcheck
