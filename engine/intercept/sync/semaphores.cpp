// SPDX-License-Identifier: MIT
// sem_t without a name: named_semaphores.cpp has the others.
#include "engine/intercept/sync/semaphores.hpp"

#include <errno.h>

#include "engine/intercept/program/program_call.hpp"
#include "engine/intercept/sync/deadlines.hpp"
#include "engine/intercept/threads/cancellation.hpp"
#include "engine/platform/hooks/stack_clearing_hook.hpp"
#include "engine/runtime/data_races/frames.hpp"

namespace mcheck {
namespace {

int semaphore_error(int error) {
  errno = error;
  return -1;
}

[[gnu::always_inline]] inline ObjectId semaphore_object(sem_t* semaphore) {
  stack_object_access(semaphore, __builtin_return_address(0));
  detail::Semaphore& inner = model_semaphore(semaphore);
  State first;
  first.value = static_cast<Word>(inner.permits);
  first.extra = static_cast<Word>(inner.most);
  if (inner.most == 0) report_misuse("uses a semaphore that was never initialised");
  return identify(inner, ObjectKind::kSemaphore, first);
}

// Fails only if there is no permit, unlike that of std::counting_semaphore.
bool try_acquire(sem_t* semaphore) {
  detail::clear_stack();
  return perform({.kind = Kind::kTryAcquire, .object = semaphore_object(semaphore)}).result == 1;
}

// POSIX does not say that sem_getvalue orders anything: the value may be an earlier one.
Word value_of(sem_t* semaphore) {
  detail::clear_stack();
  Operation load{.kind = Kind::kLoad};
  load.object = semaphore_object(semaphore);
  load.order = MemoryOrder::kAcquire;
  return perform(load).result;
}

// Whether it started with so many permits that one more may overflow it.
bool may_overflow(sem_t* semaphore) { return model_semaphore(semaphore).permits > kMaxPermits / 2; }

}  // namespace

void make_semaphore(sem_t* semaphore, unsigned value) {
  reset_object(semaphore);
  model_semaphore(semaphore).permits = value;
  model_semaphore(semaphore).most = kMaxPermits;
}

}  // namespace mcheck

// NOLINTBEGIN
extern "C" {

int sem_init(sem_t* semaphore, int, unsigned value) noexcept {
  if (value > mcheck::kMaxPermits) return mcheck::semaphore_error(EINVAL);
  mcheck::make_semaphore(semaphore, value);
  return 0;
}

int sem_destroy(sem_t* semaphore) noexcept {
  if (mcheck::on_program_thread())
    mcheck::destroy_overlaid(mcheck::model_semaphore(semaphore), mcheck::detail::end_semaphore);
  return 0;
}

int sem_wait(sem_t* semaphore) {
  while (mcheck::cancellation_point()) {
    if (mcheck::try_acquire(semaphore)) return 0;
  }
  mcheck::perform({.kind = mcheck::Kind::kAcquire, .object = mcheck::semaphore_object(semaphore)});
  return 0;
}

int sem_trywait(sem_t* semaphore) noexcept {
  return mcheck::try_acquire(semaphore) ? 0 : mcheck::semaphore_error(EAGAIN);
}

int body_sem_timedwait(sem_t* semaphore, const timespec* time) {
  return sem_clockwait(semaphore, CLOCK_REALTIME, time);
}

int body_sem_clockwait(sem_t* semaphore, clockid_t clock, const timespec* time) {
  if (!mcheck::is_valid_clock(clock)) return mcheck::semaphore_error(EINVAL);
  mcheck::cancellation_point();
  if (!mcheck::is_valid_time(time)) {
    return mcheck::try_acquire(semaphore) ? 0 : mcheck::semaphore_error(EINVAL);
  }
  mcheck::detail::clear_stack();
  const mcheck::Operation acquire{.kind = mcheck::Kind::kAcquire,
                                  .may_time_out = true,
                                  .object = mcheck::semaphore_object(semaphore)};
  if (mcheck::perform(acquire).result == 1) return 0;
  mcheck::finish_timed_wait(clock, *time);
  return mcheck::semaphore_error(ETIMEDOUT);
}

int sem_post(sem_t* semaphore) noexcept {
  if (mcheck::may_overflow(semaphore) && mcheck::value_of(semaphore) >= mcheck::kMaxPermits) {
    return mcheck::semaphore_error(EOVERFLOW);
  }
  mcheck::perform(
      {.kind = mcheck::Kind::kRelease, .object = mcheck::semaphore_object(semaphore), .a = 1});
  return 0;
}

int sem_getvalue(sem_t* semaphore, int* value) noexcept {
  *value = static_cast<int>(mcheck::value_of(semaphore));
  return 0;
}
}

MCHECK_STACK_CLEARING_HOOK(sem_timedwait)
MCHECK_STACK_CLEARING_HOOK(sem_clockwait)
// NOLINTEND
