// SPDX-License-Identifier: MIT
// The part of Execution that keeps track of spinning threads: docs/algorithms/spin_loops.md.
#include <algorithm>

#include "engine/search/execution/execution.hpp"

namespace mcheck {

bool Execution::is_idle(const ThreadRecord& record) const {
  if (record.status != ThreadRecord::Status::kReady) return false;
  if (record.loop_from != kNone && loop_reads_unchanged(record)) return true;
  return record.spins && record.tried_version == objects_[index(record.pending.object)].version;
}

bool Execution::loop_reads_changed(const ThreadRecord& record) const {
  return record.status == ThreadRecord::Status::kReady && !loop_reads_unchanged(record);
}

// The newest version that the thread did not write in its loop. It has only written values that
// were there before, or undone its own writes.
std::uint32_t Execution::version_without_own_writes(const ThreadRecord& record,
                                                    std::uint32_t version) const {
  for (;;) {
    const Version& it = versions_[version];
    if (it.writer == kNone || events_[it.writer].thread != record.id) return version;
    if (events_[it.writer].index < record.loop_from) return version;
    version = it.previous;
  }
}

// Whether everything that the thread read in its loop is unchanged.
bool Execution::loop_reads_unchanged(const ThreadRecord& record) const {
  for (std::size_t i = events_.size(); i > 0; --i) {
    const Event& event = events_[i - 1];
    if (event.thread != record.id) continue;
    if (event.index < record.loop_from) break;
    if (event.eager) continue;
    const std::uint32_t now = objects_[index(event.operation.object)].version;
    if (version_without_own_writes(record, now) !=
        version_without_own_writes(record, event.version_before))
      return false;
  }
  return true;
}

namespace {

bool times_out(const Event& event) {
  return event.operation.kind == Kind::kLeave && event.operation.may_time_out && event.failed;
}

bool belongs_to_wait(const Event& event) {
  switch (event.operation.kind) {
    case Kind::kLock:
    case Kind::kLockShared:
    case Kind::kUnlock:
    case Kind::kUnlockShared:
    case Kind::kEnqueue: return event.way == 0;
    case Kind::kAtomicWait: return event.result == 0;
    default: return times_out(event);
  }
}

}  // namespace

bool Execution::extend_futile_wait(ThreadId id) {
  ThreadRecord& record = thread(id);
  const Event& last = events_.back();
  if (record.futile_wait) return belongs_to_wait(last);
  if (!times_out(last)) return false;
  note_effect(id);
  record.futile_wait = true;
  return true;
}

Position Execution::position_of(ThreadId id) const {
  const ThreadRecord& record = thread(id);
  return {.thread = id,
          .event = record.events,
          .operation = record.pending,
          .change_sum = record.change_sum};
}

void Execution::note_position(ThreadId id, const LocalState& local) {
  Position position = position_of(id);
  --position.event;
  position.local = local.fingerprint;
  position.time = local.time;
  position.copy_from = local.copy_from;
  loop_detector_.add(position);
  thread(id).change_sum_at_position = thread(id).change_sum;
}

void Execution::note_loop(ThreadId id, const Position& from) { thread(id).loop_from = from.event; }

bool Execution::spins(ThreadId id, std::uint32_t event, std::uint32_t version) const {
  for (std::uint32_t at = thread(id).last_spin; at != kNone; at = spins_[at].before) {
    if (spins_[at].event < event) return false;
    if (spins_[at].event == event && spins_[at].version == version) return spins_[at].leads_back;
  }
  return false;
}

bool Execution::was_tried(const ThreadRecord& record, std::uint32_t version) const {
  for (std::uint32_t at = record.last_spin; at != kNone; at = spins_[at].before) {
    if (spins_[at].event < record.events) return false;
    if (spins_[at].version == version) return true;
  }
  return false;
}

std::optional<Outcome> Execution::outcome_to_try(const ThreadRecord& record) const {
  if (!record.may_spin || record.status != ThreadRecord::Status::kReady) return std::nullopt;
  const std::uint32_t version = version_of(record.pending.object);
  return record.tried_version == version ? std::nullopt : outcome_to_try(record, version);
}

std::optional<Outcome> Execution::outcome_to_try(const ThreadRecord& record,
                                                 std::uint32_t version) const {
  const Operation& operation = record.pending;
  const State state = state_at(version);
  if (enabled(operation, record.id, state) != 1) return std::nullopt;
  const Outcome way = outcome_of(operation, record.id, state, 0);
  const bool leaves = way.mode == Mode::kRead || way.next == state;
  return leaves && way.misuse == Misuse::kNone ? std::optional(way) : std::nullopt;
}

void Execution::note_try(ThreadId id, bool found) {
  ThreadRecord& record = thread(id);
  record.spins = found;
  record.tried_version = objects_[index(record.pending.object)].version;
  record.try_versions_before =
      kNone;  // the trial's reads are recorded, and hide what they would race with
  if (found) note_spin(id, record.tried_version);
}

void Execution::note_spin(ThreadId id, std::uint32_t version, bool spins) {
  ThreadRecord& record = thread(id);
  spins_.push_back({.event = record.events,
                    .version = version,
                    .before = record.last_spin,
                    .leads_back = spins});
  record.last_spin = static_cast<std::uint32_t>(spins_.size() - 1);
}

void Execution::forget_try(ThreadId id) { thread(id).tried_version = kNone; }

bool Execution::matches_snapshot(const Snapshot& snapshot) const {
  return object_changes_.size() == snapshot.object_changes &&
         versions_.size() == snapshot.versions &&
         std::ranges::equal(threads_, snapshot.threads, [](const auto& a, const auto& b) {
           return a.objects == b.objects && a.name == b.name;
         });
}

}  // namespace mcheck
