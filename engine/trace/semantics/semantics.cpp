// SPDX-License-Identifier: MIT
#include "engine/trace/semantics/semantics.hpp"

#include "engine/base/invariant.hpp"
#include "engine/trace/semantics/semantics_parts.hpp"

namespace mcheck {

namespace {

// A notified thread may leave a condition variable that has been destroyed since.
bool uses_destroyed(const Operation& operation, const State& state) {
  return state.destroyed && operation.kind != Kind::kLeave && operation.kind != Kind::kAwaken;
}

}  // namespace

std::uint32_t outcome_count(const Operation& operation, ThreadId thread, const State& state) {
  if (is_locked_by_other_section(state, thread)) [[unlikely]]
    return 0;
  if (has_one_outcome(operation) || uses_destroyed(operation, state)) return 1;
  switch (operation.kind) {
    case Kind::kLock:
    case Kind::kTryLock:
    case Kind::kLockShared:
    case Kind::kTryLockShared: return lock_outcomes(operation, thread, state);
    case Kind::kEnqueue: return operation.may_fail ? 2 : 1;
    case Kind::kLeave:
    case Kind::kNotifyOne: return condition_outcomes(operation, thread, state);
    case Kind::kCompareExchange: return operation.may_fail && state.value == operation.a ? 2 : 1;
    case Kind::kAwait:
      return state.value == operation.a && (operation.b != 1 || state.threads.empty()) ? 1 : 0;
    case Kind::kAcquire: return state.value > 0 || operation.may_time_out ? 1 : 0;
    case Kind::kTryAcquire:
      if (fails_by_choice(operation)) return static_cast<std::uint32_t>(state.value) + 1;
      return operation.may_fail && state.value > 0 ? 2 : 1;
    case Kind::kLatchWait: return state.value == 0 ? 1 : 0;
    case Kind::kPhaseWait: return barrier_phase(state) != operation.a ? 1 : 0;
    case Kind::kEventWait: return state.value != 0 ? 1 : 0;
    case Kind::kGateWait: return state.value >= operation.a ? 1 : 0;
    case Kind::kOnceEnter: return state.value != 1 ? 1 : 0;
    case Kind::kChoose: return static_cast<std::uint32_t>(operation.a);
    case Kind::kBeginSection: return section_outcomes(thread, state);
    case Kind::kUnlock:
    case Kind::kUnlockShared:
    case Kind::kAwaken:
    case Kind::kNotifyAll:
    case Kind::kRelease:
    case Kind::kCountDown:
    case Kind::kTryWait:
    case Kind::kArrive:
    case Kind::kNextPhase:
    case Kind::kLoad:
    case Kind::kStore:
    case Kind::kFetch:
    case Kind::kAtomicWait:
    case Kind::kFence:
    case Kind::kRead:
    case Kind::kWrite:
    case Kind::kOnceDone:
    case Kind::kOnceFail:
    case Kind::kEventSet:
    case Kind::kEventPoll:
    case Kind::kGateOpen:
    case Kind::kProbe:
    case Kind::kCallBegin:
    case Kind::kCallEnd:
    case Kind::kSpawn:
    case Kind::kJoin:
    case Kind::kYield:
    case Kind::kProgress:
    case Kind::kSectionRelease:
    case Kind::kEndSection:
    case Kind::kDestroy: return 1;  // always enabled, with one outcome
  }
  MCHECK_INVARIANT(false, "every kind of operation has a number of outcomes");
}

namespace {

Outcome base_outcome(const Operation& operation, ThreadId thread, const State& state,
                     std::uint32_t which) {
  if (uses_destroyed(operation, state)) return misuses(Misuse::kUsesDestroyed);
  switch (operation.kind) {
    case Kind::kLock:
    case Kind::kTryLock:
    case Kind::kUnlock:
    case Kind::kLockShared:
    case Kind::kTryLockShared:
    case Kind::kUnlockShared: return lock_outcome(operation, thread, state, which);
    case Kind::kEnqueue:
    case Kind::kLeave:
    case Kind::kNotifyOne:
    case Kind::kNotifyAll: return condition_outcome(operation, thread, state, which);
    case Kind::kAcquire:
    case Kind::kTryAcquire:
    case Kind::kRelease:
    case Kind::kCountDown:
    case Kind::kTryWait:
    case Kind::kLatchWait:
    case Kind::kArrive:
    case Kind::kNextPhase:
    case Kind::kPhaseWait:
    case Kind::kGateOpen:
    case Kind::kGateWait: return counter_outcome(operation, state, which);
    case Kind::kLoad:
    case Kind::kStore:
    case Kind::kFetch:
    case Kind::kCompareExchange:
    case Kind::kAtomicWait:
    case Kind::kAwait:
    case Kind::kRead:
    case Kind::kWrite: return memory_outcome(operation, thread, state, which);
    case Kind::kOnceEnter:
    case Kind::kOnceDone:
    case Kind::kOnceFail:
    case Kind::kEventSet:
    case Kind::kEventWait:
    case Kind::kEventPoll:
    case Kind::kDestroy: return lifetime_outcome(operation, state);
    case Kind::kProbe: {
      const bool blocks = outcome_count(probed_operation(operation), thread, state) == 0;
      return {.result = blocks ? 1u : 0u};
    }
    case Kind::kChoose: return {.result = which, .label = which};
    case Kind::kBeginSection:
    case Kind::kSectionRelease:
    case Kind::kEndSection: return section_outcome(operation, thread, state);
    case Kind::kFence:
    case Kind::kYield:
    case Kind::kProgress:
    case Kind::kAwaken:
    case Kind::kCallBegin:
    case Kind::kCallEnd:
    case Kind::kSpawn:
    case Kind::kJoin: return {};
  }
  MCHECK_INVARIANT(false, "every kind of operation has a meaning");
}

}  // namespace

Outcome outcome(const Operation& operation, ThreadId thread, const State& state,
                std::uint32_t which) {
  const Outcome done = base_outcome(operation, thread, state, which);
  return operation.in_section ? locked_by_section(operation, thread, state, done) : done;
}

const char* explain(Misuse misuse) {
  switch (misuse) {
    case Misuse::kNone: return "is used correctly";
    case Misuse::kUnlockNotOwner: return "unlocks a mutex that it does not hold";
    case Misuse::kUnlockSharedNotHeld: return "unlocks a shared lock that it does not hold";
    case Misuse::kTooManyPermits: return "releases more permits than the semaphore can count";
    case Misuse::kLatchBelowZero: return "counts a latch down below zero";
    case Misuse::kTooManyArrivals: return "arrives more often than the barrier expects";
    case Misuse::kAnotherMutex:
      return "waits with another mutex than the threads that already wait";
    case Misuse::kDestroyedInUse: return "destroys an object that is in use";
    case Misuse::kTriesToLockOwned: return "tries to lock a mutex that it holds";
    case Misuse::kPhaseLongOver:
      return "waits for a phase of a barrier that ended before the previous one";
    case Misuse::kUsesDestroyed: return "uses an object that has been destroyed";
    case Misuse::kReadsUnwritten: return "reads a value that was never written or initialised";
  }
  return "is misused";
}

}  // namespace mcheck
