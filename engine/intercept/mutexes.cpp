// SPDX-License-Identifier: MIT
// pthread_mutex_t: the kind stays where the C library keeps it; the engine uses the rest of the
// memory.
//
// The owner is stored there, so that a thread can ask whether it is the owner without an operation:
// whatever other threads do, the answer is the same. Only the owner reads and writes the other
// fields.
//
// Process-shared mutexes, priority inheritance and priority ceilings do not change what can happen,
// and are accepted.
#include "engine/intercept/mutexes.hpp"

#include <errno.h>

#include <mcheck/detail/locks.hpp>

#include "engine/intercept/deadlines.hpp"
#include "engine/intercept/inside.hpp"
#include "engine/intercept/locked_together.hpp"
#include "engine/intercept/overlay.hpp"
#include "engine/platform/swept.hpp"
#include "engine/runtime/accesses.hpp"
#include "engine/runtime/frames.hpp"

namespace mcheck {
namespace {

constexpr int kKindBits = 3;
constexpr int kRobust = 16;  // the C library's value

enum class Health : short { kSound, kOwnerDied, kLost };

// The layout of a pthread_mutex_t: `kind` is where static initialisers put it.
struct MutexMemory {
  detail::Object object;
  int kind;
  Health health;
  short unused;
  std::uint32_t owner;  // its id + 1
  std::uint32_t depth;
  MutexMemory* next_held;  // of a robust one
};
static_assert(offsetof(MutexMemory, kind) == offsetof(pthread_mutex_t, __data.__kind));

thread_local MutexMemory* robust_held = nullptr;

// A use of a mutex reads its memory, so that it races with a free of that memory. REQUIRES: called
// before the operation, because nothing is ordered after a thread's last operation.
[[gnu::always_inline]] inline MutexMemory& memory(pthread_mutex_t* mutex) {
  lock_access(mutex, __builtin_return_address(0));
  stack_object_access(mutex, __builtin_return_address(0));
  return overlaid<MutexMemory>(mutex);
}

std::uint32_t own_number() { return index(current_thread()) + 1; }

bool is_kind(const MutexMemory& mutex, int kind) { return (mutex.kind & kKindBits) == kind; }
bool is_owned(const MutexMemory& mutex) { return mutex.owner == own_number(); }

detail::LockKind kind_of(const MutexMemory& mutex) {
  return is_kind(mutex, PTHREAD_MUTEX_RECURSIVE_NP) ? detail::LockKind::kRecursive
                                                    : detail::LockKind::kPlain;
}

void take_note(MutexMemory& mutex) {
  mutex.owner = own_number();
  if (++mutex.depth > 1 || (mutex.kind & kRobust) == 0) return;
  mutex.next_held = robust_held;
  robust_held = &mutex;
}

void strike_out(const MutexMemory& mutex) {
  for (MutexMemory** at = &robust_held; *at != nullptr; at = &(*at)->next_held) {
    if (*at != &mutex) continue;
    *at = mutex.next_held;
    return;
  }
}

void give_back(MutexMemory& mutex) {
  if (--mutex.depth == 0) {
    mutex.owner = 0;
    if ((mutex.kind & kRobust) != 0) strike_out(mutex);
  }
  detail::sweep_stack();
  detail::unlock(mutex.object, kind_of(mutex));
}

// The result for a thread that has just locked the mutex.
int taken(MutexMemory& mutex) {
  take_note(mutex);
  if (mutex.health == Health::kOwnerDied) return EOWNERDEAD;
  if (mutex.health != Health::kLost) return 0;
  give_back(mutex);
  return ENOTRECOVERABLE;
}

bool would_wait_for_itself(const MutexMemory& mutex) {
  return is_kind(mutex, PTHREAD_MUTEX_ERRORCHECK_NP) && is_owned(mutex);
}

int lock(MutexMemory& mutex) {
  if (would_wait_for_itself(mutex)) return EDEADLK;
  detail::sweep_stack();  // mutex_memory() left its frame there, and a loop may repeat this
  detail::lock(mutex.object, kind_of(mutex));
  return taken(mutex);
}

// Fails only if a thread holds the mutex, unlike that of std::mutex.
int try_lock(MutexMemory& mutex) {
  detail::sweep_stack();
  const ObjectId object = identify(mutex.object, ObjectKind::kMutex, {});
  const bool again = is_kind(mutex, PTHREAD_MUTEX_RECURSIVE_NP);
  const Reply reply = perform({.kind = Kind::kTryLock, .object = object, .a = again ? 1u : 0u});
  return reply.result == 1 ? taken(mutex) : EBUSY;
}

int lock_until(MutexMemory& mutex, clockid_t clock, const timespec* time) {
  if (would_wait_for_itself(mutex)) return EDEADLK;
  if (!is_time(time)) {  // only a thread that has to wait reads it
    const int error = try_lock(mutex);
    return error == EBUSY ? EINVAL : error;
  }
  detail::sweep_stack();
  if (detail::lock_in_time(mutex.object, kind_of(mutex))) return taken(mutex);
  wait_is_over(clock, *time);
  return ETIMEDOUT;
}

// A robust mutex whose owner died becomes unusable if it is unlocked before it was made consistent.
int unlock(MutexMemory& mutex) {
  const bool asks =
      !is_kind(mutex, PTHREAD_MUTEX_TIMED_NP) && !is_kind(mutex, PTHREAD_MUTEX_ADAPTIVE_NP);
  if (!is_owned(mutex)) {
    if (asks || (mutex.kind & kRobust) != 0) return EPERM;
    detail::unlock(mutex.object, kind_of(mutex));  // which reports the misuse
    return 0;
  }
  if (mutex.health == Health::kOwnerDied && mutex.depth == 1) mutex.health = Health::kLost;
  give_back(mutex);
  return 0;
}

pthread_mutex_t* as_mutex(void* lock) { return static_cast<pthread_mutex_t*>(lock); }

constexpr LockCalls kCalls = {
    .take = [](void* it) { (void)lock(memory(as_mutex(it))); },
    .attempt = [](void* it) { return try_lock(memory(as_mutex(it))) == 0; },
    .give_back = [](void* it) { (void)unlock(memory(as_mutex(it))); },
    .wait_until_free =
        [](void* it) {
          MutexMemory& mutex = memory(as_mutex(it));
          detail::await_free(mutex.object, kind_of(mutex));
        }};

// Locking as std::mutex and similar classes do it: std::lock consists of these calls.
int lock_in_a_row(pthread_mutex_t* mutex) {
  const int error = lock(memory(mutex));
  if (error == 0) locks_in_a_row.waited_for(mutex, kCalls);
  return error;
}

int try_lock_in_a_row(pthread_mutex_t* mutex, const void* caller) {
  MutexMemory& it = memory(mutex);
  const int error = try_lock(it);
  if (error == 0) locks_in_a_row.had(mutex, kCalls);
  if (error != EBUSY || is_owned(it)) return error;
  return taken_together(mutex, kCalls, caller) ? 0 : EBUSY;
}

}  // namespace

bool is_locked_by_caller(pthread_mutex_t* mutex) { return is_owned(memory(mutex)); }

bool tells_who_unlocks(pthread_mutex_t* mutex) {
  return is_kind(memory(mutex), PTHREAD_MUTEX_ERRORCHECK_NP);
}

void leave_robust_mutexes() {
  while (robust_held != nullptr) {
    MutexMemory& mutex = *robust_held;
    mutex.health = Health::kOwnerDied;
    while (is_owned(mutex)) give_back(mutex);
  }
}

}  // namespace mcheck

// NOLINTBEGIN
MCHECK_SWEPT(pthread_mutex_timedlock)
MCHECK_SWEPT(pthread_mutex_clocklock)

extern "C" {

int pthread_mutex_init(pthread_mutex_t* mutex, const pthread_mutexattr_t* attributes) noexcept {
  int kind = PTHREAD_MUTEX_DEFAULT;
  int robust = PTHREAD_MUTEX_STALLED;
  if (attributes != nullptr) {
    pthread_mutexattr_gettype(attributes, &kind);
    pthread_mutexattr_getrobust(attributes, &robust);
  }
  mcheck::make_anew(mutex);
  mcheck::memory(mutex).kind = kind | (robust == PTHREAD_MUTEX_ROBUST ? mcheck::kRobust : 0);
  return 0;
}

int pthread_mutex_destroy(pthread_mutex_t* mutex) noexcept {
  if (mcheck::inside()) mcheck::end_overlaid(mcheck::object_in(mutex), mcheck::detail::end_lock);
  return 0;
}

int pthread_mutex_lock(pthread_mutex_t* mutex) noexcept {
  return mcheck::inside() ? mcheck::lock_in_a_row(mutex) : 0;
}

int pthread_mutex_trylock(pthread_mutex_t* mutex) noexcept {
  return mcheck::inside() ? mcheck::try_lock_in_a_row(mutex, __builtin_return_address(0)) : 0;
}

int swept_pthread_mutex_timedlock(pthread_mutex_t* mutex, const timespec* time) noexcept {
  return pthread_mutex_clocklock(mutex, CLOCK_REALTIME, time);
}

int swept_pthread_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock,
                                  const timespec* time) noexcept {
  if (!mcheck::is_clock(clock)) return EINVAL;
  return mcheck::inside() ? mcheck::lock_until(mcheck::memory(mutex), clock, time) : 0;
}

int pthread_mutex_unlock(pthread_mutex_t* mutex) noexcept {
  if (!mcheck::inside()) return 0;
  mcheck::locks_in_a_row.forget();
  return mcheck::unlock(mcheck::memory(mutex));
}

int pthread_mutex_consistent(pthread_mutex_t* mutex) noexcept {
  mcheck::MutexMemory& memory = mcheck::memory(mutex);
  if (!mcheck::is_owned(memory) || memory.health != mcheck::Health::kOwnerDied) return EINVAL;
  memory.health = mcheck::Health::kSound;
  return 0;
}

int pthread_mutex_getprioceiling(const pthread_mutex_t*, int*) noexcept { return EINVAL; }
int pthread_mutex_setprioceiling(pthread_mutex_t*, int, int*) noexcept { return EINVAL; }
}
// NOLINTEND
