// SPDX-License-Identifier: MIT
// What a thread will do next, as plain data: the interface between all front ends of mcheck and
// everything that searches, reports or replays.
//
// A thread announces an operation before it is performed; a strategy chooses among announced
// operations; engine/trace/semantics/semantics.hpp defines the effect. An operation accesses one
// object. A compound wait is announced as its single-object steps: a condition wait is enqueue,
// unlock, awaken, lock.
#pragma once

#include <cstdint>

#include "engine/base/ids.hpp"

namespace mcheck {

enum class ObjectKind : std::uint8_t {
  kNone,
  kMutex,         // all four exclusive mutexes          value: owner + 1, extra: depth
  kSharedMutex,   // both shared mutexes                 value: writer + 1, threads: readers
  kCondition,     //                                 extra: the mutex, threads: waiting
  kSemaphore,     //                                     value: permits, extra: the maximum
  kLatch,         //                                     value: still expected
  kBarrier,       //       value: still expected in this phase, extra: phase << 32 | participants
  kAtomic,        //            value: the value, threads: waiting, extra: kUnwritten or 0
  kData,          // shared<T>, plain data   value: the value, or a stamp, extra: kUnwritten or 0
  kOnce,          //                                     value: 0 initial, 1 running, 2 done
  kEvent,         // the shared state of a future        value: 1 when ready
  kSection,       // mutual exclusion of atomic sections         value: owner + 1, extra: depth
  kGate,          // of a forced schedule                        value: openings
  kOrderedEvent,  // of an order of events                       the same, by threads that reach it
  kCall,          // one call of a class test                      has no state
};

constexpr bool is_mutex(ObjectKind kind) {
  return kind == ObjectKind::kMutex || kind == ObjectKind::kSharedMutex;
}

// The kind of an operation; `a` and `b` are its arguments.
enum class Kind : std::uint8_t {
  // Mutexes. a = 1: the owner may lock again. b = 1: a try by the owner is misuse.
  kLock,
  kTryLock,
  kUnlock,
  // Shared mutexes; kLock, kTryLock and kUnlock are for the writer.
  kLockShared,
  kTryLockShared,
  kUnlockShared,
  // Condition variables.
  kEnqueue,    // starts to wait. a = the mutex of the wait, 0 for any. Result 1: will wake
               // spuriously, unless it is notified before
  kAwaken,     // continues after a notify has chosen this thread (causal)
  kLeave,      // timed or spurious wait: ends now, notified or not. Result 1: a notify chose us
  kNotifyOne,  // also on atomics. Result: 1 + the notified thread, 0 if none waited
  kNotifyAll,  // also on atomics. Result: how many were notified
  // Semaphores.
  kAcquire,
  kTryAcquire,  // b = 1: a choice of one permit, or none. Result: 0, or 1 + which
  kRelease,     // a = the number of permits
  // Latches and barriers.
  kCountDown,  // a = the amount
  kTryWait,    // result 1 when the count is 0
  kLatchWait,  // (causal)
  kArrive,     // a = the amount, b = 1 to drop out. Result: phase << 1 | "was the last"
  kNextPhase,  // the last to arrive has run the completion function
  kPhaseWait,  // a = phase (causal), b = 1 if it must be the current or the previous one
  // Atomics.
  kLoad,
  kStore,            // a = the value
  kFetch,            // a = operand, b = Arithmetic. Result: the old value
  kCompareExchange,  // a = expected, b = desired. Result: the old value
  kAtomicWait,       // a = old value: result 1 if different, else enqueue and result 0
  kAwait,            // a = value: blocks until equal and, if b = 1, no shared owner exists
  kFence,
  // Plain data.
  kRead,
  kWrite,  // a = the value
  // once_flag.
  kOnceEnter,  // result 1: run the function; 0: it has been run
  kOnceDone,
  kOnceFail,
  // Futures.
  kEventSet,   // result 1: it was not set before
  kEventWait,  // (causal)
  kEventPoll,  // result 1 when ready
  // Gates, which force a schedule. a = 1: at the place of the thread's last operation.
  kGateOpen,  // b = 1: result: the openings before; otherwise 0
  kGateWait,  // until there are `a` openings; b = 1: takes them away
  kProbe,     // result 1: probed_operation() would block now
  // Calls of a class test: nothing depends on them.
  kCallBegin,
  kCallEnd,
  // No object.
  kChoose,    // a = the number of values. Result: 0 … a-1
  kSpawn,     // a = the new thread's body. Result: its ThreadId
  kJoin,      // a = ThreadId (causal)
  kYield,     // lets other threads run first
  kProgress,  // the thread does what it is for (engine/include/mcheck/check.hpp)
  // Atomic sections (engine/include/mcheck/section.hpp).
  kBeginSection,
  kSectionRelease,  // the thread's section releases the object
  kEndSection,      // b = 1: the outermost one
  kDestroy,         // ends an object; misuse if it is in use. Later uses are misuse
};

enum class MemoryOrder : std::uint8_t { kRelaxed, kConsume, kAcquire, kRelease, kAcqRel, kSeqCst };

// In `b` of kFetch.
enum class Arithmetic : std::uint8_t {
  kExchange,
  kAdd,
  kSubtract,
  kAnd,
  kOr,
  kXor,
  kAddFloat,
  kAddDouble,
  kSubtractFloat,
  kSubtractDouble,
};

inline constexpr Word kAfterOperation = 1;

struct Operation {
  Kind kind = Kind::kYield;
  MemoryOrder order = MemoryOrder::kSeqCst;
  MemoryOrder failure_order = MemoryOrder::kSeqCst;
  std::uint8_t bytes : 4 = 8;     // width of the value, for arithmetic
  bool may_time_out : 1 = false;  // a timed form: it may time out at any point
  bool may_fail : 1 = false;      // may fail or wake spuriously (weak CAS, try_lock, wait)
  bool in_section : 1 = false;    // in an atomic section, which locks the object
  bool newest : 1 = false;        // acts on the newest version under every memory model
  ObjectId object = kNoObject;
  Word a = 0;
  Word b = 0;

  friend bool operator==(const Operation&, const Operation&) = default;
};
static_assert(sizeof(Operation) == 24, "every event and every thread has one");

// Of a kFetch.
constexpr Arithmetic arithmetic_of(const Operation& operation) {
  return static_cast<Arithmetic>(operation.b);
}

// The operation whose state a kProbe looks at, without its time limit. REQUIRES: `b` of that
// operation is small.
constexpr Operation probe_for(const Operation& operation) {
  return {.kind = Kind::kProbe,
          .object = operation.object,
          .a = operation.a,
          .b = static_cast<Word>(operation.kind) << 8 | operation.b};
}
constexpr Operation probed_operation(const Operation& probe) {
  return {.kind = static_cast<Kind>(probe.b >> 8),
          .object = probe.object,
          .a = probe.a,
          .b = probe.b & 0xff};
}

// Causal and thread-local operations are performed as soon as they are enabled, without a choice:
// no later operation of another thread can change their result or depend on them. (Waiting for a
// latch or a barrier would be such an operation, if the object could not be destroyed meanwhile.)
constexpr bool is_eager(Kind kind) {
  switch (kind) {
    case Kind::kAwaken:
    case Kind::kCallEnd:
    case Kind::kEventWait:
    case Kind::kFence:
    case Kind::kSpawn:
    case Kind::kJoin:
    case Kind::kYield:
    case Kind::kProgress: return true;
    case Kind::kLock:
    case Kind::kTryLock:
    case Kind::kUnlock:
    case Kind::kLockShared:
    case Kind::kTryLockShared:
    case Kind::kUnlockShared:
    case Kind::kEnqueue:
    case Kind::kLeave:
    case Kind::kNotifyOne:
    case Kind::kNotifyAll:
    case Kind::kAcquire:
    case Kind::kTryAcquire:
    case Kind::kRelease:
    case Kind::kCountDown:
    case Kind::kTryWait:
    case Kind::kLatchWait:
    case Kind::kArrive:
    case Kind::kNextPhase:
    case Kind::kPhaseWait:
    case Kind::kLoad:
    case Kind::kStore:
    case Kind::kFetch:
    case Kind::kCompareExchange:
    case Kind::kAtomicWait:
    case Kind::kAwait:
    case Kind::kRead:
    case Kind::kWrite:
    case Kind::kOnceEnter:
    case Kind::kOnceDone:
    case Kind::kOnceFail:
    case Kind::kEventSet:
    case Kind::kEventPoll:
    case Kind::kGateOpen:
    case Kind::kGateWait:
    case Kind::kProbe:
    case Kind::kCallBegin:
    case Kind::kChoose:
    case Kind::kBeginSection:
    case Kind::kSectionRelease:
    case Kind::kEndSection:
    case Kind::kDestroy: return false;
  }
  return false;
}

// Whether it accesses one object, does not block in parts, and enables no eager operation of
// another thread.
constexpr bool is_simple(Kind kind) {
  switch (kind) {
    case Kind::kLock:
    case Kind::kTryLock:
    case Kind::kUnlock:
    case Kind::kLockShared:
    case Kind::kTryLockShared:
    case Kind::kUnlockShared:
    case Kind::kAcquire:
    case Kind::kTryAcquire:
    case Kind::kRelease:
    case Kind::kLoad:
    case Kind::kStore:
    case Kind::kFetch:
    case Kind::kCompareExchange:
    case Kind::kRead:
    case Kind::kWrite:
    case Kind::kGateOpen:
    case Kind::kGateWait:
    case Kind::kProbe:
    case Kind::kCallBegin: return true;
    default: return false;
  }
}

// Whether it is enabled in every state of its object, with one outcome, unless an atomic section of
// another thread has locked the object.
constexpr bool is_always_enabled(Kind kind) {
  switch (kind) {
    case Kind::kUnlock:
    case Kind::kUnlockShared:
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
    case Kind::kYield:
    case Kind::kProgress:
    case Kind::kSectionRelease:
    case Kind::kEndSection:
    case Kind::kDestroy: return true;
    default: return false;
  }
}

// The same for an operation: a compare-exchange that cannot fail spuriously has one outcome.
constexpr bool has_one_outcome(const Operation& operation) {
  const Kind kind = operation.kind;
  return is_always_enabled(kind) || (kind == Kind::kCompareExchange && !operation.may_fail);
}

// Whether its failure is a data choice, as for choose().
constexpr bool fails_by_choice(const Operation& operation) {
  return operation.kind == Kind::kTryAcquire && operation.b == 1;
}

// What a loop may do between two reads, without effect.
constexpr bool is_pause(Kind kind) { return kind == Kind::kYield || kind == Kind::kFence; }

// Whether a loop may spin with it: an operation that may find its object in another state than
// wanted, leave it unchanged, and be retried.
constexpr bool can_spin(Kind kind) {
  switch (kind) {
    case Kind::kLock:  // a timed one
    case Kind::kLockShared:
    case Kind::kAcquire:
    case Kind::kTryLock:
    case Kind::kTryLockShared:
    case Kind::kTryAcquire:
    case Kind::kTryWait:
    case Kind::kLoad:
    case Kind::kStore:
    case Kind::kFetch:
    case Kind::kCompareExchange:
    case Kind::kRead:
    case Kind::kWrite:
    case Kind::kEventPoll:
    case Kind::kBeginSection: return true;  // if the section only reads
    default: return false;
  }
}

// The name in reports: "lock", "fetch_add", "notify_one".
const char* name_of(const Operation& operation);
const char* name_of(ObjectKind kind);
const char* name_of(MemoryOrder order);

}  // namespace mcheck
