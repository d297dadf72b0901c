// SPDX-License-Identifier: MIT
// The fast path that logs a memory step: event and version are built in place, without an Outcome,
// inlined into the caller. Half of all operations are memory steps.
//
// These are members of Execution. They have a header of their own because only two sources call
// them.
#pragma once

#include <new>
#include <utility>

#include "engine/search/execution/execution.hpp"

namespace mcheck {

// For one event and one version.
[[gnu::always_inline]] inline void Execution::make_room_for_step() {
  if (!events_.has_spare_capacity()) events_.grow();
  if (!versions_.has_spare_capacity()) versions_.grow();
}

// Builds the whole event at once: to write a field twice costs as much as another operation.
// REQUIRES: make_room_for_step()
[[gnu::always_inline]] inline Event& Execution::log_memory(ThreadRecord& record,
                                                           const MemoryStep& step,
                                                           std::uint32_t way, std::uint32_t cause,
                                                           const Choice& choice) {
  const auto position = static_cast<std::uint32_t>(events_.size());
  const auto made = static_cast<std::uint32_t>(versions_.size());
  ObjectRecord& object = objects_[index(record.pending.object)];
  Event& event = *::new (events_.append_uninitialised()) Event{
      .operation = record.pending,
      .thread = record.id,
      .mode = step.writes ? Mode::kExclusive : Mode::kRead,
      .failed = step.failed,
      .preempts = choice.preempts,
      .spin_kind = record.spin_kind,
      .way = static_cast<std::uint16_t>(way),
      .index = record.events++,
      .label = step.failed ? way : 0,
      .result = step.result,
      .version_before = object.version,
      .version_after = step.writes ? made : kNone,
      .cause = cause,
      .alternatives = choice.alternatives,
      .chosen = choice.chosen,
  };
  record.last_event = position;
  if (!step.writes) return event;
  ::new (versions_.append_uninitialised()) Version{
      .value = step.value,
      .threads = versions_[object.version].threads & Version::kMaxThreadSets,
      .object = record.pending.object,
      .writer = position,
      .previous = object.version,
  };
  object.version = made;
  return event;
}

// Handles default outcomes that change memory. All else goes to perform_with_outcome().
[[gnu::always_inline]] inline bool Execution::perform_fast(ThreadRecord& record,
                                                           const Alternative& way, Reply& reply) {
  make_room_for_step();
  const Operation& wanted = record.pending;
  const Version& before = versions_[objects_[index(wanted.object)].version];
  const bool plain = before.destroyed == 0 && before.extra == 0 && way.outcome == 0;
  if (!is_memory_step(wanted.kind) || !plain) return perform_with_outcome(record, way, reply);
  const MemoryStep step = memory_step(wanted, before.value, 0);
  if (!step.writes || step.value == before.value) return false;  // a loop can spin with it
  reply = {.result = step.result, .failed = false};
  const bool starts = record.last_event == kNone;  // another thread has switched to it
  const std::uint32_t cause = starts ? std::exchange(record.cause, kNone) : kNone;
  log_memory(record, {.result = step.result, .value = step.value, .writes = true}, 0, cause,
             {.chosen = static_cast<std::uint16_t>(way.number),
              .alternatives = static_cast<std::uint16_t>(alternative_count_),
              .preempts = way.preempts});
  note_running(record, way.preempts);
  return true;
}

}  // namespace mcheck
