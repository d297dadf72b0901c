// SPDX-License-Identifier: MIT
#include "engine/trace/semantics/operation.hpp"

namespace mcheck {
namespace {

const char* name_of(Arithmetic arithmetic) {
  switch (arithmetic) {
    case Arithmetic::kExchange: return "exchange";
    case Arithmetic::kAdd:
    case Arithmetic::kAddFloat:
    case Arithmetic::kAddDouble: return "fetch_add";
    case Arithmetic::kSubtract:
    case Arithmetic::kSubtractFloat:
    case Arithmetic::kSubtractDouble: return "fetch_sub";
    case Arithmetic::kAnd: return "fetch_and";
    case Arithmetic::kOr: return "fetch_or";
    case Arithmetic::kXor: return "fetch_xor";
  }
  return "fetch";
}

}  // namespace

const char* name_of(const Operation& operation) {
  switch (operation.kind) {
    case Kind::kLock: return operation.may_time_out ? "timed lock" : "lock";
    case Kind::kTryLock: return "try_lock";
    case Kind::kUnlock: return "unlock";
    case Kind::kLockShared: return operation.may_time_out ? "timed lock_shared" : "lock_shared";
    case Kind::kTryLockShared: return "try_lock_shared";
    case Kind::kUnlockShared: return "unlock_shared";
    case Kind::kEnqueue: return "wait";
    case Kind::kAwaken: return "wake up";
    case Kind::kLeave: return "end of wait";
    case Kind::kNotifyOne: return "notify_one";
    case Kind::kNotifyAll: return "notify_all";
    case Kind::kAcquire: return operation.may_time_out ? "timed acquire" : "acquire";
    case Kind::kTryAcquire: return fails_by_choice(operation) ? "allocate from" : "try_acquire";
    case Kind::kRelease: return "release";
    case Kind::kCountDown: return "count_down";
    case Kind::kTryWait: return "try_wait";
    case Kind::kLatchWait: return "wait";
    case Kind::kArrive: return operation.b == 1 ? "arrive_and_drop" : "arrive";
    case Kind::kNextPhase: return "next phase";
    case Kind::kPhaseWait: return "wait";
    case Kind::kLoad: return "load";
    case Kind::kStore: return "store";
    case Kind::kFetch: return name_of(arithmetic_of(operation));
    case Kind::kCompareExchange: return "compare_exchange";
    case Kind::kAtomicWait: return "wait";
    case Kind::kAwait: return "await";
    case Kind::kFence: return "fence";
    case Kind::kRead: return "read";
    case Kind::kWrite: return "write";
    case Kind::kOnceEnter: return "call_once";
    case Kind::kOnceDone: return "call_once done";
    case Kind::kOnceFail: return "call_once failed";
    case Kind::kEventSet: return "set";
    case Kind::kEventWait: return "wait";
    case Kind::kEventPoll: return "wait_for";
    case Kind::kGateOpen: return operation.b == 1 ? "arrive" : "open";
    case Kind::kGateWait: return operation.a == 0 ? "test" : "wait";
    case Kind::kProbe: return "look at";
    case Kind::kCallBegin: return "call";
    case Kind::kCallEnd: return "return from";
    case Kind::kChoose: return "choose";
    case Kind::kSpawn: return "start thread";
    case Kind::kJoin: return "join";
    case Kind::kYield: return "yield";
    case Kind::kProgress: return "make progress";
    case Kind::kBeginSection: return "enter";
    case Kind::kSectionRelease: return "release";
    case Kind::kEndSection: return "leave";
    case Kind::kDestroy: return "destroy";
  }
  return "operation";
}

const char* name_of(ObjectKind kind) {
  switch (kind) {
    case ObjectKind::kNone: return "";
    case ObjectKind::kMutex: return "mutex";
    case ObjectKind::kSharedMutex: return "shared_mutex";
    case ObjectKind::kCondition: return "condition";
    case ObjectKind::kSemaphore: return "semaphore";
    case ObjectKind::kLatch: return "latch";
    case ObjectKind::kBarrier: return "barrier";
    case ObjectKind::kAtomic: return "atomic";
    case ObjectKind::kData: return "shared";
    case ObjectKind::kOnce: return "once";
    case ObjectKind::kEvent: return "future";
    case ObjectKind::kSection: return "atomic section";
    case ObjectKind::kGate: return "gate";
    case ObjectKind::kOrderedEvent: return "event";
    case ObjectKind::kCall: return "call";
  }
  return "";
}

const char* name_of(MemoryOrder order) {
  switch (order) {
    case MemoryOrder::kRelaxed: return "relaxed";
    case MemoryOrder::kConsume: return "consume";
    case MemoryOrder::kAcquire: return "acquire";
    case MemoryOrder::kRelease: return "release";
    case MemoryOrder::kAcqRel: return "acq_rel";
    case MemoryOrder::kSeqCst: return "seq_cst";
  }
  return "";
}

}  // namespace mcheck
