// SPDX-License-Identifier: MIT
#include <mcheck/detail/locks.hpp>

#include "engine/runtime/machine/perform.hpp"

namespace mcheck::detail {
namespace {

bool is_shared(LockKind kind) { return kind == LockKind::kWriter || kind == LockKind::kReader; }

// Every kind starts unlocked.
ObjectId identify_lock(Object& object, LockKind kind) {
  return identify(object, is_shared(kind) ? ObjectKind::kSharedMutex : ObjectKind::kMutex, {});
}

Operation on(Object& object, LockKind kind, Kind exclusive, Kind shared) {
  return {.kind = kind == LockKind::kReader ? shared : exclusive,
          .object = identify_lock(object, kind),
          .a = kind == LockKind::kRecursive ? 1u : 0u};
}

}  // namespace

void begin_lock(Object& object, LockKind kind) {
  if (on_model_thread()) identify_lock(object, kind);
}

void end_lock(Object& object) { retire(object, true); }

void lock(Object& object, LockKind kind) {
  if (on_model_thread()) perform(on(object, kind, Kind::kLock, Kind::kLockShared));
}

// May fail although the lock is free, as the standard allows.
bool try_lock(Object& object, LockKind kind) {
  if (!on_model_thread()) return true;
  Operation operation = on(object, kind, Kind::kTryLock, Kind::kTryLockShared);
  operation.may_fail = true;
  operation.b = 1;
  return perform(operation).result == 1;
}

bool lock_in_time(Object& object, LockKind kind) {
  if (!on_model_thread()) return true;
  Operation operation = on(object, kind, Kind::kLock, Kind::kLockShared);
  operation.may_time_out = true;
  operation.may_fail = true;
  return perform(operation).result == 1;
}

void unlock(Object& object, LockKind kind) {
  if (on_model_thread()) perform(on(object, kind, Kind::kUnlock, Kind::kUnlockShared));
}

// An await reads the owner. A shared mutex also has readers, which block writers only.
void await_free(Object& object, LockKind kind) {
  if (!on_model_thread()) return;
  perform({.kind = Kind::kAwait,
           .object = identify_lock(object, kind),
           .a = 0,
           .b = kind == LockKind::kWriter ? 1u : 0u});
}

}  // namespace mcheck::detail
