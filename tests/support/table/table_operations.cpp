// SPDX-License-Identifier: MIT
// The engine's operation for each word.
#include "tests/support/table/table_executor.hpp"

namespace table {

using mcheck::Kind;
using mcheck::Operation;

namespace {

mcheck::MemoryOrder memory_order(Order order) {
  switch (order) {
    case Order::kRelaxed: return mcheck::MemoryOrder::kRelaxed;
    case Order::kAcquire: return mcheck::MemoryOrder::kAcquire;
    case Order::kRelease: return mcheck::MemoryOrder::kRelease;
    case Order::kAcqRel: return mcheck::MemoryOrder::kAcqRel;
    case Order::kSeqCst: return mcheck::MemoryOrder::kSeqCst;
  }
  return mcheck::MemoryOrder::kSeqCst;
}

}  // namespace

Operation TableExecutor::operation(const Thread& thread, const Statement& s) const {
  Operation announced = lock_operation(s);
  if (announced.kind == Kind::kYield) announced = memory_operation(s);
  if (announced.kind == Kind::kYield) announced = other_operation(thread, s);
  announced.order = memory_order(s.order);
  announced.failure_order = memory_order(s.failure_order);
  if (s.call_mode == CallMode::kWeak) announced.may_fail = true;
  const bool can_time_out = s.word == Word::kWait ? announced.kind == Kind::kLeave : true;
  if (s.call_mode == CallMode::kTimed && can_time_out) announced.may_time_out = true;
  return announced;
}

// A yield, which no word of these is, stands for all others.
Operation TableExecutor::lock_operation(const Statement& s) const {
  const auto o = static_cast<std::size_t>(s.object);
  switch (s.word) {
    case Word::kLock: return {.kind = Kind::kLock, .object = mutex_[o]};
    case Word::kUnlock: return {.kind = Kind::kUnlock, .object = mutex_[o]};
    case Word::kTryLock: return {.kind = Kind::kTryLock, .object = mutex_[o]};
    case Word::kRecursiveLock: return {.kind = Kind::kLock, .object = recursive_[o], .a = 1};
    case Word::kRecursiveUnlock: return {.kind = Kind::kUnlock, .object = recursive_[o], .a = 1};
    case Word::kRecursiveTryLock: return {.kind = Kind::kTryLock, .object = recursive_[o], .a = 1};
    case Word::kReadLock: return {.kind = Kind::kLockShared, .object = shared_[o]};
    case Word::kReadUnlock: return {.kind = Kind::kUnlockShared, .object = shared_[o]};
    case Word::kTryReadLock: return {.kind = Kind::kTryLockShared, .object = shared_[o]};
    case Word::kWriteLock: return {.kind = Kind::kLock, .object = shared_[o]};
    case Word::kWriteUnlock: return {.kind = Kind::kUnlock, .object = shared_[o]};
    case Word::kTryWriteLock: return {.kind = Kind::kTryLock, .object = shared_[o]};
    case Word::kAcquire: return {.kind = Kind::kAcquire, .object = permits_[o]};
    case Word::kRelease: return {.kind = Kind::kRelease, .object = permits_[o], .a = 1};
    case Word::kTryAcquire: return {.kind = Kind::kTryAcquire, .object = permits_[o]};
    default: return {};
  }
}

Operation TableExecutor::memory_operation(const Statement& s) const {
  const auto o = static_cast<std::size_t>(s.object);
  const auto v = static_cast<mcheck::Word>(s.v);
  const auto w = static_cast<mcheck::Word>(s.w);
  switch (s.word) {
    case Word::kLoad: return {.kind = Kind::kLoad, .object = x_[o]};
    case Word::kStore: return {.kind = Kind::kStore, .object = x_[o], .a = v};
    case Word::kAdd:
      return {.kind = Kind::kFetch,
              .object = x_[o],
              .a = v,
              .b = static_cast<mcheck::Word>(mcheck::Arithmetic::kAdd)};
    case Word::kExchange: return {.kind = Kind::kFetch, .object = x_[o], .a = v};
    case Word::kCas: return {.kind = Kind::kCompareExchange, .object = x_[o], .a = v, .b = w};
    case Word::kAwait: return {.kind = Kind::kAwait, .object = x_[o], .a = v};
    case Word::kAtomicNotify: return {.kind = Kind::kNotifyOne, .object = x_[o]};
    case Word::kAtomicNotifyAll: return {.kind = Kind::kNotifyAll, .object = x_[o]};
    case Word::kRead: return {.kind = Kind::kRead, .object = data_[o]};
    case Word::kWrite: return {.kind = Kind::kWrite, .object = data_[o], .a = v};
    case Word::kFence: return {.kind = Kind::kFence};
    default: return {};
  }
}

Operation TableExecutor::other_operation(const Thread& thread, const Statement& s) const {
  const auto o = static_cast<std::size_t>(s.object);
  const auto v = static_cast<mcheck::Word>(s.v);
  switch (s.word) {
    case Word::kNotify: return {.kind = Kind::kNotifyOne, .object = condition_[o]};
    case Word::kNotifyAll: return {.kind = Kind::kNotifyAll, .object = condition_[o]};
    case Word::kChoose: return {.kind = Kind::kChoose, .a = v};
    case Word::kCountDown: return {.kind = Kind::kCountDown, .object = latch_[o], .a = 1};
    case Word::kLatchWait: return {.kind = Kind::kLatchWait, .object = latch_[o]};
    case Word::kLatchTryWait: return {.kind = Kind::kTryWait, .object = latch_[o]};
    case Word::kEventSet: return {.kind = Kind::kEventSet, .object = event_[o]};
    case Word::kEventWait: return {.kind = Kind::kEventWait, .object = event_[o]};
    case Word::kEventPoll: return {.kind = Kind::kEventPoll, .object = event_[o]};
    case Word::kGateOpen: return {.kind = Kind::kGateOpen, .object = gate_[o]};
    case Word::kGateArrive: return {.kind = Kind::kGateOpen, .object = gate_[o], .b = 1};
    case Word::kGateWait: return {.kind = Kind::kGateWait, .object = gate_[o], .a = v};
    case Word::kGateTake: return {.kind = Kind::kGateWait, .object = gate_[o], .a = v, .b = 1};
    case Word::kProbeLock: return mcheck::probe_for({.kind = Kind::kLock, .object = mutex_[o]});
    case Word::kProgress: return {.kind = Kind::kProgress};
    case Word::kSpawn: return {.kind = Kind::kSpawn, .a = v};
    case Word::kJoin: return {.kind = Kind::kJoin, .a = mcheck::index(ids_.at(v))};
    case Word::kWait:
      if (thread.part == 0) return {.kind = Kind::kEnqueue, .object = condition_[o]};
      if (thread.part == 1) return {.kind = Kind::kUnlock, .object = mutex_[0]};
      if (thread.part == 3) return {.kind = Kind::kLock, .object = mutex_[0]};
      return {.kind = s.call_mode == CallMode::kTimed ? Kind::kLeave : Kind::kAwaken,
              .object = condition_[o]};
    case Word::kAtomicWait:
      if (thread.part == 0) return {.kind = Kind::kAtomicWait, .object = x_[o], .a = v};
      return {.kind = Kind::kAwaken, .object = x_[o]};
    case Word::kArriveAndWait:
      if (thread.part == 0) return {.kind = Kind::kArrive, .object = barrier_[o], .a = 1};
      if ((thread.previous_result & 1) != 0)
        return {.kind = Kind::kNextPhase, .object = barrier_[o]};
      return {.kind = Kind::kPhaseWait, .object = barrier_[o], .a = thread.previous_result >> 1};
    case Word::kOnce:
    case Word::kOnceFail:
      if (thread.part == 0) return {.kind = Kind::kOnceEnter, .object = once_[o]};
      return {.kind = s.word == Word::kOnce ? Kind::kOnceDone : Kind::kOnceFail,
              .object = once_[o]};
    default: return {};  // kYield
  }
}

}  // namespace table
