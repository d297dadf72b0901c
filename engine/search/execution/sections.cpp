// SPDX-License-Identifier: MIT
#include "engine/search/execution/sections.hpp"

#include "engine/trace/order/dependency.hpp"

namespace mcheck {

// The last event is the thread's. Threads that a section woke or spawned continue after its end, so
// the end becomes their cause.
void Execution::update_section(ThreadRecord& record) {
  const Event& last = events_.back();
  const Kind kind = last.operation.kind;
  const auto position = static_cast<std::uint32_t>(events_.size() - 1);
  if (kind == Kind::kBeginSection) {
    has_sections_ = true;
    depends_on_state_ = true;
    ++record.sections;
    return;
  }
  const bool ends = kind == Kind::kEndSection && --record.sections == 0;
  if (!ends && kind != Kind::kSectionRelease) return;
  for (ThreadRecord& other : threads_) {
    if (other.cause == kNone || events_[other.cause].thread != record.id) continue;
    const bool starts = events_[other.cause].operation.kind == Kind::kSpawn;
    const bool woken = events_[other.cause].operation.object == last.operation.object;
    const bool begins = other.last_event == kNone && other.status == ThreadRecord::Status::kNew;
    if (ends ? starts && begins : woken && !starts) other.cause = position;
  }
}

bool is_in_section(const Execution& execution, ThreadId thread, const Operation& operation) {
  if (operation.kind == Kind::kSectionRelease || operation.kind == Kind::kEndSection) return false;
  return execution.thread(thread).sections > 0;
}

ObjectId taken_by_section(const Execution& execution, ThreadId thread) {
  const std::span<const Event> events = execution.events();
  ObjectId first = kNoObject;
  for (std::size_t i = events.size(); i > 0; --i) {
    const Operation& done = events[i - 1].operation;
    if (events[i - 1].thread != thread) continue;
    if (done.kind == Kind::kBeginSection && !done.in_section) break;
    if (!done.in_section || !touches_object(done)) continue;
    if (execution.state_of(done.object).section == index(thread) + 1u) first = done.object;
  }
  return first;
}

bool is_blocked_by_section(const Execution& execution, const ThreadRecord& record) {
  const ObjectId object = record.pending.object;
  return execution.has_sections() && object != kNoObject &&
         is_locked_by_other_section(execution.state_of(object), record.id);
}

State state_before_sections(const Execution& execution, const ThreadRecord& record) {
  State state = execution.state_of(record.pending.object);
  if (!is_blocked_by_section(execution, record)) return state;
  const std::uint16_t section = state.section;
  for (std::uint32_t at = execution.version_of(record.pending.object); state.section == section;) {
    at = execution.versions()[at].previous;
    state = execution.state_at(at);
  }
  return state;
}

bool waits_for_section(const Execution& execution, const ThreadRecord& record) {
  if (record.status != ThreadRecord::Status::kReady) return false;
  if (!is_blocked_by_section(execution, record)) return false;
  const State before = state_before_sections(execution, record);
  if (record.pending.kind == Kind::kAwaken) return !before.threads.has(record.id);
  return execution.enabled(record.pending, record.id, before) > 0;
}

bool is_read_in_section(const Execution& execution, const Event& event) {
  const Kind kind = event.operation.kind;
  if (kind == Kind::kBeginSection || kind == Kind::kSectionRelease || kind == Kind::kEndSection) {
    return true;
  }
  if (!event.operation.in_section || !can_spin(kind) || event.way != 0) return false;
  if (event.version_after == kNone) return true;
  State before = execution.state_at(event.version_before);
  const State after = execution.state_at(event.version_after);
  before.section = after.section;
  return before == after;
}

bool starts_after_section(const Execution& execution, const ThreadRecord& record) {
  if (!execution.has_sections() || record.status != ThreadRecord::Status::kNew) return false;
  if (record.cause == kNone) return false;
  const Event& cause = execution.events()[record.cause];
  return cause.operation.kind == Kind::kSpawn && execution.thread(cause.thread).sections > 0;
}

}  // namespace mcheck
