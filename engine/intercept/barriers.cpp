// SPDX-License-Identifier: MIT
// pthread_barrier_t. The last to arrive is the one that is told so.
//
// It may be destroyed as soon as everybody may go on, though some have not yet gone: the C library
// waits for them. So its end is no operation; who waits at it then waits for ever, which is found.
#include <errno.h>
#include <pthread.h>

#include <climits>

#include <mcheck/detail/counting.hpp>

#include "engine/intercept/inside.hpp"
#include "engine/intercept/overlay.hpp"

namespace {

mcheck::detail::Gate& gate_in(pthread_barrier_t* barrier) {
  return mcheck::overlaid<mcheck::detail::Gate>(barrier);
}

}  // namespace

// NOLINTBEGIN
extern "C" {

int pthread_barrier_init(pthread_barrier_t* barrier, const pthread_barrierattr_t*,
                         unsigned count) noexcept {
  if (count == 0 || count > INT_MAX) return EINVAL;
  mcheck::make_anew(barrier);
  gate_in(barrier).expected = count;
  return 0;
}

int pthread_barrier_destroy(pthread_barrier_t* barrier) noexcept {
  mcheck::make_anew(barrier);
  return 0;
}

int pthread_barrier_wait(pthread_barrier_t* barrier) noexcept {
  mcheck::detail::Gate& gate = gate_in(barrier);
  if (gate.expected == 0) mcheck::misuse("waits at a barrier that was destroyed, or never made");
  const auto [phase, last] = mcheck::detail::arrive(gate, 1, mcheck::detail::Afterwards::kStay);
  if (last) {
    mcheck::detail::next_phase(gate);
    return PTHREAD_BARRIER_SERIAL_THREAD;
  }
  mcheck::perform(
      {.kind = mcheck::Kind::kPhaseWait, .object = mcheck::ObjectId(gate.id), .a = phase});
  return 0;
}
}
// NOLINTEND
