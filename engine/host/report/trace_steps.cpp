// SPDX-License-Identifier: MIT
#include "engine/host/report/trace_steps.hpp"

#include <span>
#include <string_view>

#include "engine/host/names/object_state.hpp"
#include "engine/host/names/value_text.hpp"
#include "engine/runtime/process/process_end.hpp"

namespace mcheck {
namespace {

// The innermost calls of a recursion are enough.
constexpr std::size_t kMaxFrames = 16;

// Which thread held the lock before event i: ", held by T1"; "" for all other operations.
std::string holders(const Execution& execution, const Operation& operation, std::size_t i) {
  if (operation.kind != Kind::kLock && operation.kind != Kind::kLockShared) return "";
  while (i > 0 && execution.events()[i - 1].operation.object != operation.object) --i;
  AddressNames no_addresses(execution);  // a lock holds no address
  const std::string state =
      i == 0 ? "" : state_text(execution, execution.events()[i - 1], no_addresses);
  return state.empty() || state == "free" ? "" : ", " + state;
}

std::string waits_for(const Execution& execution, const Operation& operation, std::size_t i) {
  if (operation.kind == Kind::kJoin) {
    return " for " + execution.thread_text(ThreadId(operation.a));
  }
  const std::string object = execution.object_text(operation);
  return object.empty() ? "" : " for " + object + holders(execution, operation, i);
}

// Why the thread of event i runs instead of the one before; "" if there is no reason.
std::string why(const Execution& execution, std::size_t i) {
  const std::span<const Event> events = execution.events();
  const ThreadId before = events[i - 1].thread;
  const std::string name = execution.thread_text(before);
  if (events[i].preempts) return "preempts " + name;
  if (events[i - 1].operation.kind == Kind::kYield) return name + " yields";
  for (std::size_t later = i + 1; later < events.size(); ++later) {
    if (events[later].thread != before) continue;
    if (events[i].eager) return "";  // eager operations are performed before other threads run
    return name + " waits" + waits_for(execution, events[later].operation, i);
  }
  const ThreadRecord& record = execution.thread(before);
  if (record.status == ThreadRecord::Status::kFinished) return name + " has finished";
  return name + " waits" + waits_for(execution, record.pending, i);
}

// Under --reuse choice an allocation chooses whether to take a freed block
// (engine/runtime/memory/reuse.cpp). Without this, the freed blocks that are left would be shown as
// permits.
void describe_as_allocation(const Event& event, TraceStep& step) {
  constexpr std::string_view kPool = "freed blocks of ";
  if (!step.object.starts_with(kPool)) return;
  const bool allocates = event.operation.kind == Kind::kTryAcquire;
  step.operation = allocates ? "allocate" : "free";
  step.object = "a block of " + step.object.substr(kPool.size());
  step.value = !allocates ? "" : event.failed ? "a new one" : "one that was freed";
  step.state = step.state.substr(0, step.state.find(' ')) + " freed";
}

void describe_as_exit(TraceStep& step) {
  const char* operation = exit_operation(step.object);
  if (operation == nullptr) return;
  step.operation = operation;
  step.object.clear();
  step.value.clear();
  step.state.clear();
}

bool changes_waiters_only(Kind kind) {
  return kind == Kind::kAtomicWait || kind == Kind::kNotifyOne || kind == Kind::kNotifyAll ||
         kind == Kind::kAwaken || kind == Kind::kLeave;
}

// The event that wrote an atomic's value. Waits and notifications make versions too, with other
// waiters and the same value.
std::uint32_t writer_of(const Execution& execution, std::uint32_t version) {
  const std::span<const Version> versions = execution.versions();
  std::uint32_t writer = versions[version].writer;
  while (writer != kNone && changes_waiters_only(execution.events()[writer].operation.kind)) {
    version = versions[version].previous;
    writer = versions[version].writer;
  }
  return writer;
}

// For plain memory: different objects may share bytes (engine/search/execution/byte_objects.hpp).
int read_from_bytes(const Execution& execution, std::size_t i) {
  const auto bytes_of = [&](const Operation& operation) {
    const ObjectRecord* const object = execution.find_object(operation.object);
    if (object == nullptr || !object->is_bytes) return Bytes{};
    const auto at = reinterpret_cast<std::uintptr_t>(accessed_at(*object, operation));
    return bytes_at(at, operation.bytes);
  };
  const std::span<const Event> events = execution.events();
  const Bytes read = bytes_of(events[i].operation);
  while (i-- > 0) {
    if (events[i].operation.kind != Kind::kWrite) continue;
    const Bytes written = bytes_of(events[i].operation);
    if (written.granule == read.granule && (written.mask & read.mask) != 0)
      return static_cast<int>(i);
  }
  return -1;
}

// The event whose value this one read.
int read_from(const Execution& execution, std::size_t i) {
  const Event& event = execution.events()[i];
  const Kind kind = event.operation.kind;
  if (event.version_before == kNone || kind == Kind::kStore || kind == Kind::kWrite) return -1;
  const ObjectRecord* const object = execution.find_object(event.operation.object);
  if (object != nullptr && object->is_bytes) return read_from_bytes(execution, i);
  const bool atomic = object != nullptr && object->kind == ObjectKind::kAtomic;
  if (atomic && changes_waiters_only(kind) && kind != Kind::kAtomicWait)
    return -1;  // it reads no value
  const std::uint32_t writer = atomic ? writer_of(execution, event.version_before)
                                      : execution.versions()[event.version_before].writer;
  return writer == kNone ? -1 : static_cast<int>(writer);
}

}  // namespace

const char* exit_operation(const std::string& object) {
  if (object == kEndOfProcess) return "call exit";
  return object == kExitHandlers ? "read exit handlers" : nullptr;
}

std::vector<TraceStep> report_steps(const Execution& execution, const Machine& machine,
                                    const ReportLocations& locations) {
  std::vector<TraceStep> steps;
  AddressNames addresses(execution);
  const std::span<const Event> events = execution.events();
  steps.reserve(events.size());
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& event = events[i];
    const Backtrace& stack = machine.location_of(event.thread, event.index);
    const SourceLocation location = locations.location(stack);
    TraceStep step;
    step.thread = execution.thread_text(event.thread);
    step.operation = name_of(event.operation);
    step.object = execution.object_text(event.operation);
    step.value = value_text(execution, event, addresses);
    step.file = location.file;
    step.line = location.line;
    step.function = location.function;
    step.preemption = event.preempts;
    step.read_from = read_from(execution, i);
    if (const std::optional<NewerVersions> newer = newer_versions(execution, event))
      step.superseded_by = static_cast<int>(execution.versions()[newer->next].writer);
    if (event.cause != kNone) step.cause = static_cast<int>(event.cause);
    if (i > 0 && events[i - 1].thread != event.thread) step.why = why(execution, i);
    step.state = state_text(execution, event, addresses);
    describe_as_allocation(event, step);
    describe_as_exit(step);
    if (!location.file.empty()) step.frames = locations.frames(stack);
    if (step.frames.size() > kMaxFrames) step.frames.resize(kMaxFrames);
    steps.push_back(std::move(step));
  }
  return steps;
}

}  // namespace mcheck
