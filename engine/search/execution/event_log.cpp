// SPDX-License-Identifier: MIT
// How Execution appends events and versions to its log.
#include <new>
#include <utility>

#include "engine/search/execution/execution.hpp"
#include "engine/search/execution/memory_log.hpp"

namespace mcheck {

// The event that enabled the operation. A notify may come while the chosen thread has yet to unlock
// its mutex, which it would do in any case: the notify causes only the end of the wait.
inline std::uint32_t Execution::take_cause(ThreadRecord& record) {
  const Operation& operation = record.pending;
  const bool waited = operation.kind == Kind::kAwaken || operation.kind == Kind::kLeave;
  const bool starts = record.last_event == kNone;
  const std::uint32_t cause = waited || starts ? std::exchange(record.cause, kNone) : kNone;
  if (operation.kind != Kind::kJoin) return cause;
  const ThreadRecord& target = thread(ThreadId(operation.a));
  return target.last_event != kNone ? target.last_event : target.cause;
}

// The fields that do not depend on the outcome.
inline Event& Execution::log_pending(ThreadRecord& record, std::uint32_t way) {
  if (!events_.has_spare_capacity()) events_.grow();
  record.last_event = static_cast<std::uint32_t>(events_.size());
  return *::new (events_.append_uninitialised()) Event{.operation = record.pending,
                                                       .thread = record.id,
                                                       .spin_kind = record.spin_kind,
                                                       .way = static_cast<std::uint16_t>(way),
                                                       .index = record.events++};
}

void Execution::log(ThreadRecord& record, const Outcome& done, std::uint32_t way) {
  const std::uint32_t cause = take_cause(record);
  Event& event = log_pending(record, way);
  event.mode = done.mode;
  event.misuse = done.misuse;
  event.failed = done.failed;
  event.eager = is_eager(record.pending.kind);
  event.result = done.result;
  event.label = static_cast<std::uint32_t>(done.label);
  event.cause = cause;
  if (record.pending.object == kNoObject) return;
  ObjectRecord& object = objects_[index(record.pending.object)];
  event.version_before = object.version;
  if (done.mode == Mode::kRead) return;
  event.version_after = add_version(record.pending.object, done.next, record.last_event);
  object.version = event.version_after;
}

// Versions share a set of holders that does not change.
std::uint32_t Execution::add_version(ObjectId id, const State& state, std::uint32_t writer) {
  const std::uint32_t previous = objects_[index(id)].version;
  std::uint32_t threads = 0;
  if (!state.threads.empty() || state.section != 0) {
    const ObjectHolders holders{.threads = state.threads, .section = state.section};
    threads = previous == kNone ? 0 : versions_[previous].threads;
    if (threads == 0 || holders_[threads - 1] != holders) {
      holders_.push_back(holders);
      threads = static_cast<std::uint32_t>(holders_.size());
    }
  }
  versions_.push_back({.value = state.value,
                       .extra = state.extra,
                       .threads = threads & Version::kMaxThreadSets,
                       .destroyed = state.destroyed ? 1u : 0u,
                       .object = id,
                       .writer = writer,
                       .previous = previous});
  return static_cast<std::uint32_t>(versions_.size() - 1);
}

bool Execution::is_same_state(const Version& a, const Version& b) const {
  if (a.value != b.value || a.extra != b.extra || a.destroyed != b.destroyed) return false;
  if (a.threads == b.threads) return true;
  return a.threads != 0 && b.threads != 0 && holders_[a.threads - 1] == holders_[b.threads - 1];
}

void Execution::wake(const Outcome& done) {
  if (done.wakes.empty()) return;
  for (unsigned i = 0; i < done.wakes.size(); ++i) {
    thread(done.wakes.at(i)).cause = static_cast<std::uint32_t>(events_.size() - 1);
  }
}

const Outcome& Execution::perform(ThreadId id, std::uint32_t way) {
  ThreadRecord& record = thread(id);
  const Operation& operation = record.pending;
  if (is_memory_step(operation.kind) && !depends_on_state_) {
    const Version& before = versions_[objects_[index(operation.object)].version];
    if (before.destroyed == 0 && before.extra == 0)
      return perform_on_memory(record, before.value, way);
  }
  if (operation.kind == Kind::kJoin) return perform_join(record);
  if (weak_memory_ != nullptr && weak_memory_->covers(operation))
    return perform_weakly(record, way);
  last_outcome_ = outcome_of(operation, id, state_of(operation.object), way);
  Outcome& done = last_outcome_;
  if (operation.kind == Kind::kSpawn) done.result = index(spawn(record));
  ThreadRecord& performer = thread(id);  // a spawn may have moved the records
  log(performer, done, way);
  wake(done);
  if (has_sections_ || performer.pending.kind == Kind::kBeginSection) update_section(performer);
  if (performer.pending.kind == Kind::kYield) {
    performer.yielded = true;
    ++performer.yields;
  }
  if (performer.pending.kind == Kind::kDestroy && done.misuse == Misuse::kNone) {
    end_object(performer.pending.object);
  }
  note_failure(performer, done.failed, done.label);
  return done;
}

[[gnu::always_inline]] inline const Outcome& Execution::perform_on_memory(ThreadRecord& record,
                                                                          Word value,
                                                                          std::uint32_t way) {
  make_room_for_step();
  const MemoryStep step = memory_step(record.pending, value, way);
  const Event& event = log_memory(record, step, way, take_cause(record), {});
  memory_outcome_.result = step.result;
  memory_outcome_.label = event.label;
  memory_outcome_.mode = event.mode;
  memory_outcome_.failed = step.failed;
  note_failure(record, step.failed, event.label);
  return memory_outcome_;
}

// The step acts on a version that may not be the newest, and what it writes follows that version.
const Outcome& Execution::perform_weakly(ThreadRecord& record, std::uint32_t way) {
  const ObjectId object = record.pending.object;
  const std::uint32_t newest = version_of(object);
  const std::uint32_t version = weak_memory_->version_for(record.pending, way);
  const std::uint32_t outcome = outcome_of_way(way);
  make_room_for_step();
  const MemoryStep step = memory_step(record.pending, versions_[version].value, outcome);
  Event& event = log_memory(record, step, way, take_cause(record), {});
  event.label = way;
  event.version_before = version;
  if (step.writes && version != newest) {
    unlink_version(event.version_after);
    std::uint32_t* link = &objects_[index(object)].version;
    while (*link != version) link = &versions_[*link].previous;
    versions_.back().previous = version;
    *link = event.version_after;
  }
  memory_outcome_.result = step.result;
  memory_outcome_.label = way;
  memory_outcome_.mode = event.mode;
  memory_outcome_.failed = step.failed;
  memory_outcome_.superseded = step.writes && version != newest;
  note_failure(record, step.failed, outcome);
  return memory_outcome_;
}

// A join has no object and no result.
inline void Execution::log_join(ThreadRecord& record) {
  const std::uint32_t cause = take_cause(record);
  thread(ThreadId(record.pending.a)).joined = true;
  Event& event = log_pending(record, 0);
  event.eager = true;
  event.cause = cause;
}

bool Execution::perform_join(ThreadId id, const Operation& join) {
  if (!can_join(ThreadId(join.a))) return false;
  ThreadRecord& record = thread(id);
  announce(record, join);
  note_effect(record);
  log_join(record);
  return true;
}

const Outcome& Execution::perform_join(ThreadRecord& record) {
  log_join(record);
  memory_outcome_.result = memory_outcome_.label = 0;
  memory_outcome_.mode = Mode::kRead;
  memory_outcome_.failed = false;
  memory_outcome_.superseded = false;
  return memory_outcome_;
}

bool Execution::perform_with_outcome(ThreadRecord& record, const Alternative& way, Reply& reply) {
  const Operation& wanted = record.pending;
  const bool may_be_idle_read = can_spin(wanted.kind) && way.outcome == 0;
  const State state = state_of(wanted.object);
  last_outcome_ = outcome(wanted, record.id, state, way.outcome);
  if (last_outcome_.misuse != Misuse::kNone) return false;
  const bool leaves = last_outcome_.mode == Mode::kRead || last_outcome_.next == state;
  if (may_be_idle_read && leaves) return false;
  log(record, last_outcome_, way.outcome);
  note_choice(record, static_cast<std::uint16_t>(way.number),
              static_cast<std::uint16_t>(alternative_count_), way.preempts);
  reply = {.result = last_outcome_.result, .failed = last_outcome_.failed};
  note_failure(record, reply.failed, last_outcome_.label);
  return true;
}

// A thread that gives up a wait yields, too: otherwise a loop around the wait would never see the
// others' effects.
void Execution::note_failure(ThreadRecord& record, bool failed, Word label) {
  const Operation& operation = record.pending;
  if (operation.may_time_out && failed) ++record.yields;
  if (operation.may_fail && label == 1 && !fails_by_choice(operation)) ++record.spurious;
}

bool Execution::others_depend_on(ObjectId object, ThreadId id) const {
  for (const ThreadRecord& record : threads_) {
    if (record.pending.object == object && record.id != id && !has_one_outcome(record.pending)) {
      return true;
    }
  }
  return false;
}

}  // namespace mcheck
