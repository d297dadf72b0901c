// SPDX-License-Identifier: MIT
// What an execution knows of threads that poll: docs/algorithms/spin_loops.md.
#include <algorithm>

#include "engine/search/execution.hpp"

namespace mcheck {

bool Execution::spins(const ThreadRecord& record) const {
  return record.spins && record.status == ThreadRecord::Status::kReady &&
         record.tried_with == objects_[index(record.pending.object)].version;
}

bool Execution::spins(ThreadId thread, std::uint32_t event, std::uint32_t version) const {
  return std::ranges::any_of(spins_, [&](const Spin& spin) {
    return spin.thread == thread && spin.event == event && spin.version == version;
  });
}

std::optional<Outcome> Execution::to_try(const ThreadRecord& record) const {
  if (!record.may_spin || record.status != ThreadRecord::Status::kReady) return std::nullopt;
  const Operation& operation = record.pending;
  if (record.tried_with == objects_[index(operation.object)].version) return std::nullopt;
  const State& state = state_of(operation.object);
  if (ways(operation, record.id, state) != 1) return std::nullopt;
  const Outcome way = outcome_of(operation, record.id, state, 0);
  const bool leaves = way.mode == Mode::kRead || way.next == state;
  return leaves && way.misuse == Misuse::kNone ? std::optional(way) : std::nullopt;
}

void Execution::note_try(ThreadId id, bool found) {
  ThreadRecord& record = thread(id);
  record.spins = found;
  record.tried_with = objects_[index(record.pending.object)].version;
  if (found) spins_.push_back({id, record.events, record.tried_with});
}

void Execution::forget_try(ThreadId id) { thread(id).tried_with = kNone; }

bool Execution::is_at(const Mark& mark) const {
  return changes_.size() == mark.changes && versions_.size() == mark.versions &&
         std::ranges::equal(threads_, mark.threads, [](const auto& a, const auto& b) {
           return a.objects == b.objects && a.name == b.name;
         });
}

bool Execution::polled() const {
  const Event& event = events_.back();
  if (!can_poll(event.operation.kind) || event.way != 0) return false;
  return event.version_after == kNone ||
         versions_[event.version_after].state == versions_[event.version_before].state;
}

}  // namespace mcheck
