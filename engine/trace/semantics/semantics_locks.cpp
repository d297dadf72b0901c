// SPDX-License-Identifier: MIT
// Exclusive and shared mutexes. A timed lock is a try_lock: it times out if the schedule runs it
// while the lock is held. A thread that locks a plain mutex that it holds blocks forever, as in
// practice; the report of the deadlock says so.
#include "engine/trace/semantics/semantics_parts.hpp"

namespace mcheck {
namespace {

bool can_lock(const Operation& operation, ThreadId thread, const State& state) {
  if (!state.threads.empty()) return false;  // readers
  return state.value == 0 || (operation.a == 1 && state.value == owner_word(thread));
}

bool can_share(const State& state) { return state.value == 0; }

bool is_shared(Kind kind) { return kind == Kind::kLockShared || kind == Kind::kTryLockShared; }

Outcome lock(ThreadId thread, const State& state) {
  State next = state;
  next.value = owner_word(thread);
  ++next.extra;
  return writes(1, next);
}

Outcome lock_shared(ThreadId thread, const State& state) {
  State next = state;
  next.threads.add(thread);
  return commutes(1, next);
}

Outcome unlock(ThreadId thread, const State& state) {
  if (state.value != owner_word(thread)) return misuses(Misuse::kUnlockNotOwner);
  State next = state;
  if (--next.extra == 0) next.value = 0;
  return writes(0, next);
}

Outcome unlock_shared(ThreadId thread, const State& state) {
  if (!state.threads.has(thread)) return misuses(Misuse::kUnlockSharedNotHeld);
  State next = state;
  next.threads.remove(thread);
  return commutes(0, next);
}

// The standard leaves a try by an owner undefined.
bool tries_to_lock_owned(const Operation& operation, ThreadId thread, const State& state) {
  if (operation.b != 1 || operation.a == 1) return false;
  return state.value == owner_word(thread) || state.threads.has(thread);
}

}  // namespace

std::uint32_t lock_outcomes(const Operation& operation, ThreadId thread, const State& state) {
  if (tries_to_lock_owned(operation, thread, state)) return 1;
  const bool free = is_shared(operation.kind) ? can_share(state) && !state.threads.has(thread)
                                              : can_lock(operation, thread, state);
  const bool must_succeed = operation.kind == Kind::kLock || operation.kind == Kind::kLockShared;
  if (!free) return must_succeed && !operation.may_time_out ? 0 : 1;
  return operation.may_fail ? 2 : 1;  // outcome 1: spurious failure
}

Outcome lock_outcome(const Operation& operation, ThreadId thread, const State& state,
                     std::uint32_t which) {
  if (tries_to_lock_owned(operation, thread, state)) return misuses(Misuse::kTriesToLockOwned);
  switch (operation.kind) {
    case Kind::kUnlock: return unlock(thread, state);
    case Kind::kUnlockShared: return unlock_shared(thread, state);
    case Kind::kLockShared:
    case Kind::kTryLockShared:
      if (which == 1 || !can_share(state) || state.threads.has(thread)) break;
      return lock_shared(thread, state);
    default:
      if (which == 1 || !can_lock(operation, thread, state)) break;
      return lock(thread, state);
  }
  Outcome failed = fails(0);
  failed.label = which;
  return failed;
}

}  // namespace mcheck
