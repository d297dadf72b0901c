// SPDX-License-Identifier: MIT
// How what happens in an execution is written down.
#include <utility>

#include "engine/search/execution.hpp"
#include "engine/trace/memory_step.hpp"

namespace mcheck {

// What let the operation happen. A notify may come while the thread it chooses has yet to give its
// mutex up, which it would do anyhow: only the end of its wait is caused by it.
std::uint32_t Execution::take_cause(ThreadRecord& record) {
  const Operation& operation = record.pending;
  const bool waited = operation.kind == Kind::kAwaken || operation.kind == Kind::kLeave;
  const bool starts = record.last_event == kNone;
  const std::uint32_t cause = waited || starts ? std::exchange(record.cause, kNone) : kNone;
  if (operation.kind != Kind::kJoin) return cause;
  const ThreadRecord& target = thread(ThreadId(operation.a));
  return target.last_event != kNone ? target.last_event : target.cause;
}

void Execution::log(ThreadRecord& record, const Outcome& done, std::uint32_t way) {
  const auto position = static_cast<std::uint32_t>(events_.size());
  Event& event = events_.emplace_back();
  event.operation = record.pending;
  event.thread = record.id;
  event.mode = done.mode;
  event.misuse = done.misuse;
  event.failed = done.failed;
  event.eager = is_eager(record.pending.kind);
  event.polling = record.polling;
  event.index = record.events++;
  event.result = done.result;
  event.label = static_cast<std::uint32_t>(done.label);
  event.way = static_cast<std::uint16_t>(way);
  event.cause = take_cause(record);
  if (record.pending.object != kNoObject) {
    ObjectRecord& object = objects_[index(record.pending.object)];
    event.version_before = object.version;
    if (done.mode != Mode::kRead) {
      event.version_after = add_version(record.pending.object, done.next, position);
      object.version = event.version_after;
    }
  }
  record.last_event = position;
}

// Threads that stay as they were are where they are already.
std::uint32_t Execution::add_version(ObjectId id, const State& state, std::uint32_t writer) {
  const std::uint32_t previous = objects_[index(id)].version;
  std::uint32_t threads = 0;
  if (!state.threads.empty()) {
    threads = previous == kNone ? 0 : versions_[previous].threads;
    if (threads == 0 || thread_sets_[threads - 1] != state.threads) {
      thread_sets_.push_back(state.threads);
      threads = static_cast<std::uint32_t>(thread_sets_.size());
    }
  }
  versions_.push_back({.value = state.value,
                       .extra = state.extra,
                       .threads = threads & Version::kMostSets,
                       .destroyed = state.destroyed ? 1u : 0u,
                       .object = id,
                       .writer = writer,
                       .previous = previous});
  return static_cast<std::uint32_t>(versions_.size() - 1);
}

bool Execution::is_same_state(const Version& a, const Version& b) const {
  if (a.value != b.value || a.extra != b.extra || a.destroyed != b.destroyed) return false;
  if (a.threads == b.threads) return true;
  return a.threads != 0 && b.threads != 0 &&
         thread_sets_[a.threads - 1] == thread_sets_[b.threads - 1];
}

void Execution::note_choice(std::uint16_t chosen, std::uint16_t count, bool preempts) {
  Event& event = events_.back();
  event.chosen = chosen;
  event.alternatives = count;
  event.preempts = preempts;
  if (preempts) ++preemptions_;
  running_ = event.thread;
  thread(running_).yielded = false;
  ++steps_;
}

void Execution::wake(const Outcome& done) {
  if (done.wakes.empty()) return;
  for (unsigned i = 0; i < done.wakes.size(); ++i) {
    thread(done.wakes.at(i)).cause = static_cast<std::uint32_t>(events_.size() - 1);
  }
}

// What happens to memory is written down at once, without an outcome: half of all operations do
// nothing else.
bool Execution::perform_simply(ThreadRecord& record, std::uint32_t way, Reply& reply) {
  const Operation& wanted = record.pending;
  ObjectRecord& object = objects_[index(wanted.object)];
  const Version before = versions_[object.version];
  const bool may_look = can_poll(wanted.kind) && way == 0;
  if (!is_memory_step(wanted.kind) || before.destroyed != 0) {
    const State state = state_at(object.version);
    last_outcome_ = outcome(wanted, record.id, state, way);
    if (last_outcome_.misuse != Misuse::kNone) return false;
    const bool leaves = last_outcome_.mode == Mode::kRead || last_outcome_.next == state;
    if (may_look && leaves) return false;
    log(record, last_outcome_, way);
    reply = {.result = last_outcome_.result, .failed = last_outcome_.failed};
  } else {
    const MemoryStep step = memory_step(wanted, before.value, way);
    if (may_look && (!step.writes || step.value == before.value)) return false;
    reply = {.result = step.result, .failed = step.failed};
    Event& event = log_plainly(record, way);
    event.mode = step.writes ? Mode::kExclusive : Mode::kRead;
    event.failed = step.failed;
    event.result = step.result;
    event.label = step.failed ? way : 0;
    event.version_before = object.version;
    if (step.writes) {
      event.version_after = static_cast<std::uint32_t>(versions_.size());
      Version& version = versions_.emplace_back(before);
      version.value = step.value;
      version.writer = record.last_event;
      version.previous = object.version;
      object.version = event.version_after;
    }
  }
  if (wanted.may_time_out && reply.failed) ++record.yields;
  if (wanted.may_fail && events_.back().label == 1 && !fails_by_choice(wanted)) ++record.spurious;
  return true;
}

Event& Execution::log_plainly(ThreadRecord& record, std::uint32_t way) {
  Event& event = events_.emplace_back();
  event.operation = record.pending;
  event.thread = record.id;
  event.polling = record.polling;
  event.index = record.events++;
  event.way = static_cast<std::uint16_t>(way);
  record.last_event = static_cast<std::uint32_t>(events_.size() - 1);
  return event;
}

bool Execution::others_depend_on(ObjectId object, ThreadId id) const {
  for (const ThreadRecord& record : threads_) {
    if (record.pending.object == object && record.id != id &&
        !is_always_possible(record.pending.kind)) {
      return true;
    }
  }
  return false;
}

}  // namespace mcheck
