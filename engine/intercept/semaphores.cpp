// SPDX-License-Identifier: MIT
// sem_t without a name: named_semaphores.cpp has the others.
#include "engine/intercept/semaphores.hpp"

#include <errno.h>

#include "engine/intercept/cancellation.hpp"
#include "engine/intercept/deadlines.hpp"
#include "engine/intercept/inside.hpp"
#include "engine/platform/swept.hpp"
#include "engine/runtime/frames.hpp"

namespace mcheck {
namespace {

int fails_with(int error) {
  errno = error;
  return -1;
}

[[gnu::always_inline]] inline ObjectId known(sem_t* semaphore) {
  stack_object_access(semaphore, __builtin_return_address(0));
  detail::Semaphore& inner = semaphore_in(semaphore);
  State first;
  first.value = static_cast<Word>(inner.permits);
  first.extra = static_cast<Word>(inner.most);
  if (inner.most == 0) misuse("uses a semaphore that was never made");
  return identify(inner, ObjectKind::kSemaphore, first);
}

// Fails only if there is no permit, unlike that of std::counting_semaphore.
bool try_acquire(sem_t* semaphore) {
  detail::sweep_stack();
  return perform({.kind = Kind::kTryAcquire, .object = known(semaphore)}).result == 1;
}

// POSIX does not say that sem_getvalue orders anything: the value may be an earlier one.
Word value_of(sem_t* semaphore) {
  detail::sweep_stack();
  Operation look{.kind = Kind::kLoad};
  look.object = known(semaphore);
  look.order = MemoryOrder::kAcquire;
  return perform(look).result;
}

// Whether it started with so many permits that one more may overflow it.
bool may_overflow(sem_t* semaphore) { return semaphore_in(semaphore).permits > kMostPermits / 2; }

}  // namespace

void make_semaphore(sem_t* semaphore, unsigned value) {
  make_anew(semaphore);
  semaphore_in(semaphore).permits = value;
  semaphore_in(semaphore).most = kMostPermits;
}

}  // namespace mcheck

// NOLINTBEGIN
MCHECK_SWEPT(sem_timedwait)
MCHECK_SWEPT(sem_clockwait)

extern "C" {

int sem_init(sem_t* semaphore, int, unsigned value) noexcept {
  if (value > mcheck::kMostPermits) return mcheck::fails_with(EINVAL);
  mcheck::make_semaphore(semaphore, value);
  return 0;
}

int sem_destroy(sem_t* semaphore) noexcept {
  if (mcheck::inside())
    mcheck::end_overlaid(mcheck::semaphore_in(semaphore), mcheck::detail::end_semaphore);
  return 0;
}

int sem_wait(sem_t* semaphore) {
  while (mcheck::cancellation_point()) {
    if (mcheck::try_acquire(semaphore)) return 0;
  }
  mcheck::perform({.kind = mcheck::Kind::kAcquire, .object = mcheck::known(semaphore)});
  return 0;
}

int sem_trywait(sem_t* semaphore) noexcept {
  return mcheck::try_acquire(semaphore) ? 0 : mcheck::fails_with(EAGAIN);
}

int swept_sem_timedwait(sem_t* semaphore, const timespec* time) {
  return sem_clockwait(semaphore, CLOCK_REALTIME, time);
}

int swept_sem_clockwait(sem_t* semaphore, clockid_t clock, const timespec* time) {
  if (!mcheck::is_clock(clock)) return mcheck::fails_with(EINVAL);
  mcheck::cancellation_point();
  if (!mcheck::is_time(time)) {
    return mcheck::try_acquire(semaphore) ? 0 : mcheck::fails_with(EINVAL);
  }
  mcheck::detail::sweep_stack();
  const mcheck::Operation acquire{
      .kind = mcheck::Kind::kAcquire, .may_time_out = true, .object = mcheck::known(semaphore)};
  if (mcheck::perform(acquire).result == 1) return 0;
  mcheck::wait_is_over(clock, *time);
  return mcheck::fails_with(ETIMEDOUT);
}

int sem_post(sem_t* semaphore) noexcept {
  if (mcheck::may_overflow(semaphore) && mcheck::value_of(semaphore) >= mcheck::kMostPermits) {
    return mcheck::fails_with(EOVERFLOW);
  }
  mcheck::perform({.kind = mcheck::Kind::kRelease, .object = mcheck::known(semaphore), .a = 1});
  return 0;
}

int sem_getvalue(sem_t* semaphore, int* value) noexcept {
  *value = static_cast<int>(mcheck::value_of(semaphore));
  return 0;
}
}
// NOLINTEND
