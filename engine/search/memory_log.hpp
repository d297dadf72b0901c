// SPDX-License-Identifier: MIT
// How what happens to memory is written down: at once, without an outcome, and in the middle of
// whoever asks for it. Half of all operations do nothing else.
//
// Parts of Execution that need not be known to all who know it.
#pragma once

#include "engine/search/execution.hpp"

namespace mcheck {

// What is the same whatever the operation does.
[[gnu::always_inline]] inline Event& Execution::log_pending(ThreadRecord& record,
                                                            std::uint32_t way) {
  const auto position = static_cast<std::uint32_t>(events_.size());
  Event& event = events_.emplace_back();
  event.operation = record.pending;
  event.thread = record.id;
  event.polling = record.polling;
  event.way = static_cast<std::uint16_t>(way);
  event.index = record.events++;
  record.last_event = position;
  return event;
}

[[gnu::always_inline]] inline Event& Execution::log_memory(ThreadRecord& record,
                                                           const MemoryStep& step,
                                                           std::uint32_t way) {
  ObjectRecord& object = objects_[index(record.pending.object)];
  Event& event = log_pending(record, way);
  event.mode = step.writes ? Mode::kExclusive : Mode::kRead;
  event.failed = step.failed;
  if (step.failed) event.label = way;
  event.result = step.result;
  event.version_before = object.version;
  if (!step.writes) return event;
  event.version_after = static_cast<std::uint32_t>(versions_.size());
  Version& version = versions_.emplace_back();
  version.value = step.value;
  version.threads = versions_[object.version].threads;
  version.object = record.pending.object;
  version.writer = record.last_event;
  version.previous = object.version;
  object.version = event.version_after;
  return event;
}

[[gnu::always_inline]] inline bool Execution::perform_simply(ThreadRecord& record,
                                                             std::uint32_t way, Reply& reply) {
  const Operation& wanted = record.pending;
  const Version& before = versions_[objects_[index(wanted.object)].version];
  if (!is_memory_step(wanted.kind) || before.destroyed != 0 || before.extra != 0) {
    return perform_by_outcome(record, way, reply);
  }
  const MemoryStep step = memory_step(wanted, before.value, way);
  const bool only_looks = !step.writes || step.value == before.value;
  if (only_looks && way == 0) return false;  // memory can be polled with all of these
  reply = {.result = step.result, .failed = step.failed};
  log_memory(record, step, way);
  if (wanted.may_fail || wanted.may_time_out) {
    note_failure(record, step.failed, step.failed ? way : 0);
  }
  return true;
}

}  // namespace mcheck
