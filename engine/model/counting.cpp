// SPDX-License-Identifier: MIT
#include <mcheck/detail/counting.hpp>

#include <string>

#include "engine/runtime/machine/perform.hpp"

namespace mcheck::detail {
namespace {

constexpr std::ptrdiff_t kMostParticipants = 0x7fff'ffff;

Word word(std::ptrdiff_t number) { return static_cast<Word>(number); }

void require(bool condition, const char* misuse, std::ptrdiff_t number) {
  if (!condition) fail(FailureKind::kMisuse, misuse + std::to_string(number));
}

// Objects made before any thread ran are checked at their first use for values they cannot have.
ObjectId identify_semaphore(Semaphore& semaphore) {
  require(semaphore.permits >= 0 && semaphore.permits <= semaphore.most,
          "makes a semaphore with an invalid number of permits: ", semaphore.permits);
  State first;
  first.value = word(semaphore.permits);
  first.extra = word(semaphore.most);
  return identify(semaphore, ObjectKind::kSemaphore, first);
}

ObjectId identify_latch(Gate& latch) {
  require(latch.expected >= 0, "makes a latch with a negative count: ", latch.expected);
  State first;
  first.value = word(latch.expected);
  return identify(latch, ObjectKind::kLatch, first);
}

ObjectId identify_barrier(Gate& barrier) {
  require(barrier.expected >= 0 && barrier.expected <= kMostParticipants,
          "makes a barrier for an impossible number of threads: ", barrier.expected);
  State first;
  first.value = word(barrier.expected);
  first.extra = word(barrier.expected);  // phase 0
  return identify(barrier, ObjectKind::kBarrier, first);
}

}  // namespace

void begin_semaphore(Semaphore& semaphore) {
  if (on_model_thread()) identify_semaphore(semaphore);
}

void end_semaphore(Semaphore& semaphore) { retire(semaphore, false); }

void acquire(Semaphore& semaphore) {
  if (on_model_thread()) perform({.kind = Kind::kAcquire, .object = identify_semaphore(semaphore)});
}

// May fail although there is a permit, as the standard allows.
bool try_acquire(Semaphore& semaphore) {
  if (!on_model_thread()) return true;
  const ObjectId object = identify_semaphore(semaphore);
  return perform({.kind = Kind::kTryAcquire, .may_fail = true, .object = object}).result == 1;
}

bool acquire_in_time(Semaphore& semaphore) {
  if (!on_model_thread()) return true;
  const ObjectId object = identify_semaphore(semaphore);
  return perform({.kind = Kind::kAcquire, .may_time_out = true, .object = object}).result == 1;
}

void release(Semaphore& semaphore, std::ptrdiff_t permits) {
  if (!on_model_thread()) return;
  require(permits >= 0, "releases a negative number of permits: ", permits);
  perform({.kind = Kind::kRelease, .object = identify_semaphore(semaphore), .a = word(permits)});
}

void begin_latch(Gate& latch) {
  if (on_model_thread()) identify_latch(latch);
}

void end_latch(Gate& latch) { retire(latch, false); }

void count_down(Gate& latch, std::ptrdiff_t by) {
  if (!on_model_thread()) return;
  require(by >= 0, "counts a latch down by a negative number: ", by);
  perform({.kind = Kind::kCountDown, .object = identify_latch(latch), .a = word(by)});
}

bool is_open(Gate& latch) {
  if (!on_model_thread()) return true;
  return perform({.kind = Kind::kTryWait, .object = identify_latch(latch)}).result == 1;
}

void wait(Gate& latch) {
  if (on_model_thread()) perform({.kind = Kind::kLatchWait, .object = identify_latch(latch)});
}

void begin_barrier(Gate& barrier) {
  if (on_model_thread()) identify_barrier(barrier);
}

void end_barrier(Gate& barrier) { retire(barrier, false); }

Arrival arrive(Gate& barrier, std::ptrdiff_t by, Afterwards afterwards) {
  if (!on_model_thread()) return {.phase = 0, .last = false};
  require(by > 0, "arrives at a barrier by a number that is not positive: ", by);
  const Word result = perform({.kind = Kind::kArrive,
                               .object = identify_barrier(barrier),
                               .a = word(by),
                               .b = afterwards == Afterwards::kDropOut ? 1u : 0u})
                          .result;
  return {.phase = result >> 1, .last = (result & 1) != 0};
}

void next_phase(Gate& barrier) {
  if (on_model_thread()) perform({.kind = Kind::kNextPhase, .object = identify_barrier(barrier)});
}

void wait(Gate& barrier, std::uint64_t phase) {
  if (!on_model_thread()) return;
  perform({.kind = Kind::kPhaseWait, .object = identify_barrier(barrier), .a = phase, .b = 1});
}

}  // namespace mcheck::detail
