// SPDX-License-Identifier: MIT
#include "engine/runtime/machine/blocking_watch.hpp"

#include <array>

#include "engine/base/host_state.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/runtime/machine/perform.hpp"
#include "engine/runtime/machine/perform_address.hpp"

namespace mcheck {

MCHECK_PROGRAM_STATE unsigned blocking_watches = 0;

namespace {

struct Watch {
  detail::Object* gate = nullptr;
  ThreadId thread{};
};

constexpr std::size_t kMaxWatches = 16;
MCHECK_PROGRAM_STATE std::array<Watch, kMaxWatches> watches{};

enum class Blocking : std::uint8_t { kNever, kPerhaps, kAlways };

Blocking blocking_of(const Operation& operation) {
  switch (operation.kind) {
    case Kind::kLock:
    case Kind::kLockShared:
    case Kind::kAcquire:
    case Kind::kLatchWait:
    case Kind::kPhaseWait:
    case Kind::kAwait:
    case Kind::kOnceEnter: return Blocking::kPerhaps;
    case Kind::kAwaken:
    case Kind::kLeave:
    case Kind::kEventWait:
    case Kind::kJoin: return Blocking::kAlways;
    default: return Blocking::kNever;
  }
}

bool is_watched(ThreadId thread) {
  for (const Watch& watch : watches) {
    if (watch.gate != nullptr && watch.thread == thread) return true;
  }
  return false;
}

bool has_finished(ThreadId thread) {
  Machine& machine = *Machine::current();
  machine.mark_step_uncacheable();
  return machine.execution().thread(thread).status == ThreadRecord::Status::kFinished;
}

}  // namespace

ObjectId identify_gate(detail::Object& gate) {
  return gate.id == kIdentifiedByAddress ? identify_address(&gate, ObjectKind::kGate, {}, gate.name)
                                         : identify(gate, ObjectKind::kGate, {});
}

void open_when_blocked(detail::Object& gate) {
  const ThreadId thread = current_thread();
  for (const Watch& watch : watches) {
    if (watch.gate == &gate && watch.thread == thread) return;
  }
  for (Watch& watch : watches) {
    if (watch.gate != nullptr && !has_finished(watch.thread)) continue;
    blocking_watches += watch.gate == nullptr ? 1 : 0;
    watch = {.gate = &gate, .thread = thread};
    return;
  }
  fail(FailureKind::kMisuse, "more than 16 events wait for their threads to block");
}

void forget_blocking_watches(const detail::Object& gate) {
  if (blocking_watches == 0) return;
  for (Watch& watch : watches) {
    if (watch.gate != &gate) continue;
    watch = {};
    --blocking_watches;
  }
}

void before_blocking(const Operation& operation) {
  const Blocking blocking = blocking_of(operation);
  const ThreadId thread = current_thread();
  if (blocking == Blocking::kNever || !is_watched(thread)) return;
  if (blocking == Blocking::kPerhaps && perform(probe_for(operation)).result == 0) return;
  for (Watch& watch : watches) {
    if (watch.gate == nullptr || watch.thread != thread) continue;
    const ObjectId gate = identify_gate(*watch.gate);
    watch = {};
    --blocking_watches;
    perform({.kind = Kind::kGateOpen, .object = gate});
  }
}

}  // namespace mcheck
