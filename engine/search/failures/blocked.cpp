// SPDX-License-Identifier: MIT
// Which thread waits for what, and which holds it: the text that makes a deadlock readable.
#include <algorithm>

#include "engine/search/execution/sections.hpp"
#include "engine/search/steps/run.hpp"

namespace mcheck {
namespace {

std::string awaited_gate(const Execution& execution, const Operation& operation) {
  const std::string name = "`" + execution.object_text(operation) + "`";
  const ObjectRecord* const gate = execution.find_object(operation.object);
  if (gate != nullptr && gate->kind == ObjectKind::kOrderedEvent)
    return "event " + name + ", which no thread can reach now";
  if (operation.a == 1) return "gate " + name + ", which no thread can open now";
  return "gate " + name + ", opened " + std::to_string(execution.value_of(operation.object)) +
         " of " + std::to_string(operation.a) + " times";
}

std::string awaited(const Execution& execution, const ThreadRecord& record) {
  const Operation& operation = record.pending;
  const auto quoted = [&] { return "`" + execution.object_text(operation) + "`"; };
  switch (operation.kind) {
    case Kind::kJoin: return "the end of " + execution.thread_text(ThreadId(operation.a));
    case Kind::kAwaken:
    case Kind::kLeave: return "a notify of " + quoted();
    case Kind::kAcquire: return "a permit of " + quoted();
    case Kind::kBeginSection: return "the end of another atomic section";
    case Kind::kGateWait: return awaited_gate(execution, operation);
    case Kind::kAwait:
      if (wants_lock(execution, record)) return quoted();
      return quoted() + " to become " + std::to_string(operation.a);
    default: return quoted();
  }
}

// The object of the last wait of a thread that waits and gives up repeatedly.
ObjectId futile_wait_object(const Execution& execution, const ThreadRecord& record) {
  const std::span<const Event> events = execution.events();
  for (std::size_t i = events.size(); record.futile_wait && i > 0; --i) {
    const Event& event = events[i - 1];
    if (event.thread == record.id && event.operation.kind == Kind::kLeave) {
      return event.operation.object;
    }
  }
  return kNoObject;
}

std::string spinning(const Execution& execution, const ThreadRecord& record) {
  if (const ObjectId condition = condition_waited_for(execution, record.id);
      condition != kNoObject) {
    return " waits until `" + execution.object_text(condition) + "` holds";
  }
  const ObjectId waits_for = futile_wait_object(execution, record);
  if (waits_for != kNoObject) {
    return " waits at `" + execution.object_text(waits_for) +
           "` with a time limit repeatedly, for ever";
  }
  const Operation& operation = record.pending;
  return " spins on `" + execution.object_text(operation.object) + "` (" + name_of(operation) +
         ", value " + std::to_string(execution.value_of(operation.object)) + ") for ever";
}

}  // namespace

ObjectId condition_waited_for(const Execution& execution, ThreadId thread) {
  const std::span<const Event> events = execution.events();
  for (std::size_t i = events.size(); i > 0; --i) {
    const Event& event = events[i - 1];
    if (event.thread != thread) continue;
    const Operation& operation = event.operation;
    if (operation.kind == Kind::kGateOpen) break;
    if (operation.kind == Kind::kGateWait) return operation.a == 0 ? operation.object : kNoObject;
  }
  return kNoObject;
}

bool wants_lock(const Execution& execution, const ThreadRecord& record) {
  const Operation& operation = record.pending;
  if (operation.kind != Kind::kAwait) {
    return operation.kind == Kind::kLock || operation.kind == Kind::kLockShared;
  }
  const ObjectRecord* const object = execution.find_object(operation.object);
  return object != nullptr && is_mutex(object->kind);
}

ThreadSet holders_for(const Execution& execution, const ThreadRecord& waiting) {
  const Operation& operation = waiting.pending;
  ThreadSet holders;
  if (wants_lock(execution, waiting)) {
    const State state = state_before_sections(execution, waiting);
    holders = state.threads;  // readers
    if (state.value != 0) holders.add(ThreadId(state.value - 1));
    return holders;
  }
  switch (operation.kind) {
    case Kind::kJoin: holders.add(ThreadId(operation.a)); break;
    case Kind::kOnceEnter: {
      const std::uint32_t version = execution.find_object(operation.object)->version;
      const std::uint32_t writer = execution.versions()[version].writer;
      if (writer == kNone) break;
      const Event& last = execution.events()[writer];
      if (last.operation.kind == Kind::kOnceEnter) holders.add(last.thread);
      break;
    }
    default: break;
  }
  return holders;
}

std::string describe_blocked(const Execution& execution, const ThreadRecord& record) {
  std::string text = execution.thread_text(record.id);
  if (execution.spins(record)) return text + spinning(execution, record);
  text += " waits for " + awaited(execution, record);
  if (record.pending.kind == Kind::kJoin) return text;
  if (waits_for_section(execution, record)) return text + ", which an atomic section has used";
  const bool runs = record.pending.kind == Kind::kOnceEnter;
  const ThreadSet holders = holders_for(execution, record);
  for (unsigned i = 0; i < holders.size(); ++i) {
    const ThreadId holder = holders.at(i);
    text += i > 0 ? " and " : runs ? ", which is run by " : ", held by ";
    text += holder == record.id ? "itself" : execution.thread_text(holder);
  }
  return text;
}

std::string describe_blocked(const Execution& execution) {
  std::string text;
  for (const ThreadRecord& record : execution.threads()) {
    if (record.status != ThreadRecord::Status::kReady) continue;
    text += (text.empty() ? "" : "; ") + describe_blocked(execution, record);
  }
  return text;
}

}  // namespace mcheck
