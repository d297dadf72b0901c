// SPDX-License-Identifier: MIT
// pthread_mutex_t: the kind stays where the C library keeps it; the engine uses the rest of the
// memory.
//
// A thread can ask whether it is the owner without an operation: whatever other threads do, the
// answer is the same. Only the owner reads and writes the fields. The owner itself is known to the
// engine only: memory does not tell which of some equal threads it is.
//
// Process-shared mutexes, priority inheritance and priority ceilings do not change what can happen,
// and are accepted.
#include "engine/intercept/sync/mutexes.hpp"

#include <errno.h>

#include <mcheck/detail/locks.hpp>

#include "engine/intercept/libstdcxx/std_lock.hpp"
#include "engine/intercept/program/program_call.hpp"
#include "engine/intercept/sync/deadlines.hpp"
#include "engine/intercept/sync/overlay.hpp"
#include "engine/platform/hooks/stack_clearing_hook.hpp"
#include "engine/runtime/data_races/accesses.hpp"
#include "engine/runtime/data_races/frames.hpp"
#include "engine/runtime/machine/machine.hpp"

namespace mcheck {
namespace {

constexpr int kKindMask = 3;
constexpr int kRobust = 16;  // the C library's value

enum class Consistency : short { kConsistent, kOwnerDied, kNotRecoverable };

// The layout of a pthread_mutex_t: `kind` is where static initialisers put it.
struct MutexMemory {
  detail::Object object;
  int kind;
  Consistency consistency;
  short unused;
  std::uint32_t depth;
  MutexMemory* next_held;  // of a robust one
};
static_assert(offsetof(MutexMemory, kind) == offsetof(pthread_mutex_t, __data.__kind));

thread_local MutexMemory* robust_held = nullptr;

// A use of a mutex reads its memory, so that it races with a free of that memory. REQUIRES: called
// before the operation, because nothing is ordered after a thread's last operation.
[[gnu::always_inline]] inline MutexMemory& mutex_memory(pthread_mutex_t* mutex) {
  lock_access(mutex, __builtin_return_address(0));
  stack_object_access(mutex, __builtin_return_address(0));
  return overlaid<MutexMemory>(mutex);
}

bool is_kind(const MutexMemory& mutex, int kind) { return (mutex.kind & kKindMask) == kind; }
bool is_owned(const MutexMemory& mutex) {
  Machine& machine = *Machine::current();
  const ObjectId object = machine.known_object(mutex.object);
  return object != kNoObject && machine.execution().value_of(object) == index(current_thread()) + 1;
}

detail::LockKind kind_of(const MutexMemory& mutex) {
  return is_kind(mutex, PTHREAD_MUTEX_RECURSIVE_NP) ? detail::LockKind::kRecursive
                                                    : detail::LockKind::kPlain;
}

void record_lock(MutexMemory& mutex) {
  if (++mutex.depth > 1 || (mutex.kind & kRobust) == 0) return;
  mutex.next_held = robust_held;
  robust_held = &mutex;
}

void remove_robust(const MutexMemory& mutex) {
  for (MutexMemory** at = &robust_held; *at != nullptr; at = &(*at)->next_held) {
    if (*at != &mutex) continue;
    *at = mutex.next_held;
    return;
  }
}

void release(MutexMemory& mutex) {
  if (--mutex.depth == 0 && (mutex.kind & kRobust) != 0) remove_robust(mutex);
  detail::clear_stack();
  detail::unlock(mutex.object, kind_of(mutex));
}

// The result for a thread that has just locked the mutex.
int result_of_lock(MutexMemory& mutex) {
  record_lock(mutex);
  if (mutex.consistency == Consistency::kOwnerDied) return EOWNERDEAD;
  if (mutex.consistency != Consistency::kNotRecoverable) return 0;
  release(mutex);
  return ENOTRECOVERABLE;
}

bool would_self_deadlock(const MutexMemory& mutex) {
  return is_kind(mutex, PTHREAD_MUTEX_ERRORCHECK_NP) && is_owned(mutex);
}

int lock(MutexMemory& mutex) {
  if (would_self_deadlock(mutex)) return EDEADLK;
  detail::clear_stack();  // mutex_memory() left its frame there, and a loop may repeat this
  detail::lock(mutex.object, kind_of(mutex));
  return result_of_lock(mutex);
}

// Fails only if a thread holds the mutex, unlike that of std::mutex.
int try_lock(MutexMemory& mutex) {
  detail::clear_stack();
  const ObjectId object = identify(mutex.object, ObjectKind::kMutex, {});
  const bool again = is_kind(mutex, PTHREAD_MUTEX_RECURSIVE_NP);
  const Reply reply = perform({.kind = Kind::kTryLock, .object = object, .a = again ? 1u : 0u});
  return reply.result == 1 ? result_of_lock(mutex) : EBUSY;
}

int lock_until(MutexMemory& mutex, clockid_t clock, const timespec* time) {
  if (would_self_deadlock(mutex)) return EDEADLK;
  if (!is_valid_time(time)) {  // only a thread that has to wait reads it
    const int error = try_lock(mutex);
    return error == EBUSY ? EINVAL : error;
  }
  detail::clear_stack();
  if (detail::lock_in_time(mutex.object, kind_of(mutex))) return result_of_lock(mutex);
  finish_timed_wait(clock, *time);
  return ETIMEDOUT;
}

// A robust mutex whose owner died becomes unusable if it is unlocked before it was made consistent.
int unlock(MutexMemory& mutex) {
  const bool checks_owner =
      !is_kind(mutex, PTHREAD_MUTEX_TIMED_NP) && !is_kind(mutex, PTHREAD_MUTEX_ADAPTIVE_NP);
  if (!is_owned(mutex)) {
    if (checks_owner || (mutex.kind & kRobust) != 0) return EPERM;
    detail::unlock(mutex.object, kind_of(mutex));  // which reports the misuse
    return 0;
  }
  if (mutex.consistency == Consistency::kOwnerDied && mutex.depth == 1)
    mutex.consistency = Consistency::kNotRecoverable;
  release(mutex);
  return 0;
}

pthread_mutex_t* as_mutex(void* lock) { return static_cast<pthread_mutex_t*>(lock); }

constexpr LockOperations kOperations = {
    .acquire = [](void* it) { (void)lock(mutex_memory(as_mutex(it))); },
    .try_acquire = [](void* it) { return try_lock(mutex_memory(as_mutex(it))) == 0; },
    .release = [](void* it) { (void)unlock(mutex_memory(as_mutex(it))); },
    .wait_until_free =
        [](void* it) {
          MutexMemory& mutex = mutex_memory(as_mutex(it));
          detail::await_free(mutex.object, kind_of(mutex));
        }};

// Locking as std::mutex and similar classes do it: std::lock consists of these calls.
int lock_in_sequence(pthread_mutex_t* mutex) {
  const int error = lock(mutex_memory(mutex));
  if (error == 0) lock_sequence.begin_with(mutex, kOperations);
  return error;
}

int try_lock_in_sequence(pthread_mutex_t* mutex, const void* caller) {
  MutexMemory& it = mutex_memory(mutex);
  const int error = try_lock(it);
  if (error == 0) lock_sequence.add_tried(mutex, kOperations);
  if (error != EBUSY || is_owned(it)) return error;
  return resolve_std_lock(mutex, kOperations, caller) ? 0 : EBUSY;
}

}  // namespace

bool is_locked_by_caller(pthread_mutex_t* mutex) { return is_owned(mutex_memory(mutex)); }

bool checks_unlock_owner(pthread_mutex_t* mutex) {
  return is_kind(mutex_memory(mutex), PTHREAD_MUTEX_ERRORCHECK_NP);
}

void abandon_robust_mutexes() {
  while (robust_held != nullptr) {
    MutexMemory& mutex = *robust_held;
    mutex.consistency = Consistency::kOwnerDied;
    while (is_owned(mutex)) release(mutex);
  }
}

}  // namespace mcheck

// NOLINTBEGIN
extern "C" {

int pthread_mutex_init(pthread_mutex_t* mutex, const pthread_mutexattr_t* attributes) noexcept {
  int kind = PTHREAD_MUTEX_DEFAULT;
  int robust = PTHREAD_MUTEX_STALLED;
  if (attributes != nullptr) {
    pthread_mutexattr_gettype(attributes, &kind);
    pthread_mutexattr_getrobust(attributes, &robust);
  }
  mcheck::reset_object(mutex);
  mcheck::mutex_memory(mutex).kind = kind | (robust == PTHREAD_MUTEX_ROBUST ? mcheck::kRobust : 0);
  return 0;
}

int pthread_mutex_destroy(pthread_mutex_t* mutex) noexcept {
  if (mcheck::on_program_thread())
    mcheck::destroy_overlaid(mcheck::model_object(mutex), mcheck::detail::end_lock);
  return 0;
}

int pthread_mutex_lock(pthread_mutex_t* mutex) noexcept {
  return mcheck::on_program_thread() ? mcheck::lock_in_sequence(mutex) : 0;
}

int pthread_mutex_trylock(pthread_mutex_t* mutex) noexcept {
  return mcheck::on_program_thread()
             ? mcheck::try_lock_in_sequence(mutex, __builtin_return_address(0))
             : 0;
}

int body_pthread_mutex_timedlock(pthread_mutex_t* mutex, const timespec* time) noexcept {
  return pthread_mutex_clocklock(mutex, CLOCK_REALTIME, time);
}

int body_pthread_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock,
                                 const timespec* time) noexcept {
  if (!mcheck::is_valid_clock(clock)) return EINVAL;
  return mcheck::on_program_thread() ? mcheck::lock_until(mcheck::mutex_memory(mutex), clock, time)
                                     : 0;
}

int pthread_mutex_unlock(pthread_mutex_t* mutex) noexcept {
  if (!mcheck::on_program_thread()) return 0;
  mcheck::lock_sequence.clear();
  return mcheck::unlock(mcheck::mutex_memory(mutex));
}

int pthread_mutex_consistent(pthread_mutex_t* mutex) noexcept {
  mcheck::MutexMemory& mutex_memory = mcheck::mutex_memory(mutex);
  if (!mcheck::is_owned(mutex_memory) ||
      mutex_memory.consistency != mcheck::Consistency::kOwnerDied)
    return EINVAL;
  mutex_memory.consistency = mcheck::Consistency::kConsistent;
  return 0;
}

int pthread_mutex_getprioceiling(const pthread_mutex_t*, int*) noexcept { return EINVAL; }
int pthread_mutex_setprioceiling(pthread_mutex_t*, int, int*) noexcept { return EINVAL; }
}

MCHECK_STACK_CLEARING_HOOK(pthread_mutex_timedlock)
MCHECK_STACK_CLEARING_HOOK(pthread_mutex_clocklock)
// NOLINTEND
