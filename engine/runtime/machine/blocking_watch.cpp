// SPDX-License-Identifier: MIT
#include "engine/runtime/machine/blocking_watch.hpp"

#include <utility>

#include "engine/base/host_state.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/runtime/machine/perform.hpp"
#include "engine/runtime/machine/perform_address.hpp"

namespace mcheck {

// In the program's heap, so that it is restored; one word here, as each snapshot holds a copy.
struct BlockingWatch {
  detail::Object* gate = nullptr;
  ThreadId thread{};
  BlockingWatch* next = nullptr;
};

MCHECK_PROGRAM_STATE BlockingWatch* blocking_watches = nullptr;

namespace {

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
  for (const BlockingWatch* watch = blocking_watches; watch != nullptr; watch = watch->next) {
    if (watch->gate != nullptr && watch->thread == thread) return true;
  }
  return false;
}

// Ends the first watch that is meant, and returns its gate; null: there is none. It stays in the
// list: only its own thread writes to its memory.
template <class IsMeant>
detail::Object* take_watch(IsMeant is_meant) {
  for (BlockingWatch* watch = blocking_watches; watch != nullptr; watch = watch->next) {
    if (watch->gate != nullptr && is_meant(*watch)) return std::exchange(watch->gate, nullptr);
  }
  return nullptr;
}

}  // namespace

ObjectId identify_gate(detail::Object& gate, ObjectKind kind) {
  return gate.id == kIdentifiedByAddress ? identify_address(&gate, kind, {}, gate.name)
                                         : identify(gate, kind, {});
}

void open_when_blocked(detail::Object& gate) {
  Machine::current()->mark_step_uncacheable();  // nodes of other threads are read
  const ThreadId thread = current_thread();
  BlockingWatch* unused = nullptr;
  for (BlockingWatch* watch = blocking_watches; watch != nullptr; watch = watch->next) {
    if (watch->thread != thread) continue;
    if (watch->gate == &gate) return;
    if (watch->gate == nullptr) unused = watch;
  }
  if (unused != nullptr) {
    unused->gate = &gate;
    return;
  }
  blocking_watches = new BlockingWatch{.gate = &gate, .thread = thread, .next = blocking_watches};
}

void forget_blocking_watches(const detail::Object& gate) {
  while (take_watch([&](const BlockingWatch& watch) { return watch.gate == &gate; }) != nullptr) {
  }
}

void before_blocking(const Operation& operation) {
  const Blocking blocking = blocking_of(operation);
  if (blocking == Blocking::kNever) return;
  Machine::current()->mark_step_uncacheable();
  const ThreadId thread = current_thread();
  if (!is_watched(thread)) return;
  if (blocking == Blocking::kPerhaps && perform(probe_for(operation)).result == 0) return;
  for (;;) {
    detail::Object* const gate =
        take_watch([&](const BlockingWatch& watch) { return watch.thread == thread; });
    if (gate == nullptr) return;
    perform({.kind = Kind::kGateOpen, .object = identify_gate(*gate, ObjectKind::kOrderedEvent)});
  }
}

}  // namespace mcheck
