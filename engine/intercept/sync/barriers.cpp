// SPDX-License-Identifier: MIT
// pthread_barrier_t. The last thread that arrives gets PTHREAD_BARRIER_SERIAL_THREAD.
//
// A barrier may be destroyed as soon as all threads may continue, although some have not continued
// yet: the C library waits for them. So destruction is no operation. A thread that still waits then
// waits for ever, which the search reports. For the detection of stack frames that end too early,
// an arrival is an access to the first bytes of the barrier and a wait is an access to other bytes.
// Destruction forgets the latter.
#include <errno.h>
#include <pthread.h>

#include <climits>
#include <cstddef>

#include <mcheck/detail/counting.hpp>

#include "engine/intercept/program/program_call.hpp"
#include "engine/intercept/sync/overlay.hpp"
#include "engine/runtime/data_races/frames.hpp"

namespace {

constexpr std::size_t kWaitAccessOffset = 8;  // offset of the bytes that a wait accesses

mcheck::detail::Gate& gate_of(pthread_barrier_t* barrier) {
  return mcheck::overlaid<mcheck::detail::Gate>(barrier);
}

const void* wait_access_address(const pthread_barrier_t* barrier) {
  return reinterpret_cast<const std::byte*>(barrier) + kWaitAccessOffset;
}

}  // namespace

// NOLINTBEGIN
extern "C" {

int pthread_barrier_init(pthread_barrier_t* barrier, const pthread_barrierattr_t*,
                         unsigned count) noexcept {
  if (count == 0 || count > INT_MAX) return EINVAL;
  mcheck::reset_object(barrier);
  gate_of(barrier).expected = count;
  return 0;
}

int pthread_barrier_destroy(pthread_barrier_t* barrier) noexcept {
  mcheck::stack_object_access(barrier, __builtin_return_address(0));
  mcheck::forget_stack_object(wait_access_address(barrier));
  mcheck::reset_object(barrier);
  return 0;
}

int pthread_barrier_wait(pthread_barrier_t* barrier) noexcept {
  mcheck::stack_object_access(barrier, __builtin_return_address(0));
  mcheck::detail::Gate& gate = gate_of(barrier);
  if (gate.expected == 0)
    mcheck::report_misuse("waits at a barrier that was destroyed or never initialised");
  const auto [phase, last] = mcheck::detail::arrive(gate, 1, mcheck::detail::Afterwards::kStay);
  if (last) {
    mcheck::detail::next_phase(gate);
    return PTHREAD_BARRIER_SERIAL_THREAD;
  }
  mcheck::stack_object_access(wait_access_address(barrier), __builtin_return_address(0));
  mcheck::perform(
      {.kind = mcheck::Kind::kPhaseWait, .object = mcheck::ObjectId(gate.id), .a = phase});
  return 0;
}
}
// NOLINTEND
