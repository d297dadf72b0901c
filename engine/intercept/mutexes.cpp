// SPDX-License-Identifier: MIT
// pthread_mutex_t: its kind stands where the C library keeps it, the rest of its memory is ours.
//
// The owner is noted there by itself, so a thread may ask whether it is the owner without asking
// the engine: whatever others do, the answer is the same. What else stands there is looked at and
// changed by the owner only.
//
// Process-shared, priority inheritance and priority ceilings make no difference to what can happen,
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
constexpr int kRobust = 16;  // as the C library has it

enum class Health : short { kSound, kOwnerDied, kLost };

// As a pthread_mutex_t lies in memory: `kind` is where static initialisers put it.
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

// Who uses a mutex reads its memory, for all who would free it meanwhile. REQUIRES: called before
// the operation: nothing orders what comes after a thread's last one.
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

// What a thread that has just locked it is told.
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
  detail::sweep_stack();  // memory() was here, and a loop may come round to this
  detail::lock(mutex.object, kind_of(mutex));
  return taken(mutex);
}

// Fails only if somebody holds it, unlike that of std::mutex.
int try_lock(MutexMemory& mutex) {
  detail::sweep_stack();
  const ObjectId object = identify(mutex.object, ObjectKind::kMutex, {});
  const bool again = is_kind(mutex, PTHREAD_MUTEX_RECURSIVE_NP);
  const Reply reply = perform({.kind = Kind::kTryLock, .object = object, .a = again ? 1u : 0u});
  return reply.result == 1 ? taken(mutex) : EBUSY;
}

int lock_until(MutexMemory& mutex, clockid_t clock, const timespec* time) {
  if (would_wait_for_itself(mutex)) return EDEADLK;
  if (!is_time(time)) {  // which is looked at by who has to wait only
    const int error = try_lock(mutex);
    return error == EBUSY ? EINVAL : error;
  }
  detail::sweep_stack();
  if (detail::lock_in_time(mutex.object, kind_of(mutex))) return taken(mutex);
  wait_is_over(clock, *time);
  return ETIMEDOUT;
}

// Of a robust mutex whose state nobody has made good after its owner died, nothing is left.
int unlock(MutexMemory& mutex) {
  const bool asks =
      !is_kind(mutex, PTHREAD_MUTEX_TIMED_NP) && !is_kind(mutex, PTHREAD_MUTEX_ADAPTIVE_NP);
  if (!is_owned(mutex)) {
    if (asks || (mutex.kind & kRobust) != 0) return EPERM;
    detail::unlock(mutex.object, kind_of(mutex));  // which says what is wrong
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

// As std::mutex and its kin lock: std::lock is made of these.
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
