// SPDX-License-Identifier: MIT
#include "tests/trace/random_trace.hpp"

namespace mcheck {
namespace {

constexpr std::uint32_t kMostThreads = 4;

constexpr std::array kLoadOrders = {MemoryOrder::kRelaxed, MemoryOrder::kRelaxed,
                                    MemoryOrder::kConsume, MemoryOrder::kAcquire,
                                    MemoryOrder::kSeqCst};
constexpr std::array kStoreOrders = {MemoryOrder::kRelaxed, MemoryOrder::kRelaxed,
                                     MemoryOrder::kRelease, MemoryOrder::kSeqCst};
constexpr std::array kAllOrders = {MemoryOrder::kRelaxed, MemoryOrder::kConsume,
                                   MemoryOrder::kAcquire, MemoryOrder::kRelease,
                                   MemoryOrder::kAcqRel,  MemoryOrder::kSeqCst};

}  // namespace

RandomTrace::RandomTrace(std::uint64_t seed) : draw_(seed) {
  execution_.clear();
  for (ObjectId& atomic : atomics_) atomic = make(ObjectKind::kAtomic, 0, 0);
  mutex_ = make(ObjectKind::kMutex, 0, 0);
  shared_ = make(ObjectKind::kSharedMutex, 0, 0);
  semaphore_ = make(ObjectKind::kSemaphore, 1, 100);
  latch_ = make(ObjectKind::kLatch, 3, 0);
  barrier_ = make(ObjectKind::kBarrier, 2, 2);
  once_ = make(ObjectKind::kOnce, 0, 0);
  future_ = make(ObjectKind::kEvent, 0, 0);
}

ObjectId RandomTrace::make(ObjectKind kind, Word value, Word extra) {
  const ObjectId id = identities_.object(kMainThread, ++objects_made_);
  ObjectRecord record;
  record.kind = kind;
  State first;
  first.value = value;
  first.extra = extra;
  return execution_.add_object(id, record, first);
}

ThreadId RandomTrace::draw_thread() {
  const auto count = static_cast<int>(threads().size());
  return threads()[static_cast<std::size_t>(draw_.below(count))].id;
}

void RandomTrace::step() {
  const ThreadId thread = draw_thread();
  if (execution_.thread(thread).status == ThreadRecord::Status::kFinished) return;
  if (thread != kMainThread && draw_.one_in(25)) return execution_.finish(thread);
  const Operation operation = draw(thread);
  execution_.announce(thread, operation);
  const std::uint32_t enabled = execution_.enabled(execution_.thread(thread));
  if (enabled == 0 || !allowed(operation, thread)) return;
  const auto way = static_cast<std::uint32_t>(draw_.below(static_cast<int>(enabled)));
  execution_.perform(thread, way);
}

// Excludes misuse, and the end of a call_once that the thread has not entered.
bool RandomTrace::allowed(const Operation& operation, ThreadId thread) const {
  const State state = execution_.state_of(operation.object);
  if (outcome(operation, thread, state, 0).misuse != Misuse::kNone) return false;
  if (operation.kind != Kind::kOnceDone && operation.kind != Kind::kOnceFail) return true;
  ThreadId entered{};
  for (const Event& event : events()) {
    if (event.operation.kind == Kind::kOnceEnter && event.result == 1) entered = event.thread;
  }
  return state.value == 1 && entered == thread;
}

Operation RandomTrace::draw(ThreadId thread) {
  if (threads().size() < kMostThreads && draw_.one_in(6)) return {.kind = Kind::kSpawn};
  if (draw_.one_in(15)) {
    const ThreadId target = draw_thread();
    if (target != thread) return {.kind = Kind::kJoin, .a = index(target)};
  }
  if (draw_.one_in(6)) return draw_barrier(thread);
  return draw_.one_in(2) ? draw_atomic() : draw_other();
}

Operation RandomTrace::draw_atomic() {
  const ObjectId object = draw_.one_of(atomics_);
  const auto value = static_cast<Word>(draw_.below(2));
  switch (draw_.below(8)) {
    case 0:
    case 1: return {.kind = Kind::kLoad, .order = draw_.one_of(kLoadOrders), .object = object};
    case 2:
    case 3:
      return {
          .kind = Kind::kStore, .order = draw_.one_of(kStoreOrders), .object = object, .a = value};
    case 4:
      return {.kind = Kind::kFetch,
              .order = draw_.one_of(kAllOrders),
              .object = object,
              .a = value,
              .b = static_cast<Word>(Arithmetic::kXor)};
    case 5:
      return {.kind = Kind::kCompareExchange,
              .order = draw_.one_of(kAllOrders),
              .failure_order = draw_.one_of(kLoadOrders),
              .may_fail = draw_.one_in(2),
              .object = object,
              .a = value,
              .b = 1 - value};
    case 6: return {.kind = Kind::kFence, .order = draw_.one_of(kAllOrders)};
    default: {
      constexpr std::array kKinds = {Kind::kAtomicWait, Kind::kAwait, Kind::kNotifyAll};
      return {.kind = draw_.one_of(kKinds),
              .order = draw_.one_of(kLoadOrders),
              .object = object,
              .a = value};
    }
  }
}

// The thread that arrived last starts the next phase at some time.
Operation RandomTrace::draw_barrier(ThreadId thread) {
  const State state = execution_.state_of(barrier_);
  const Word phase = state.extra >> 32;
  for (const Event& event : events()) {
    const bool last = event.operation.kind == Kind::kArrive && event.result == (phase << 1 | 1);
    if (last && event.thread == thread) return {.kind = Kind::kNextPhase, .object = barrier_};
  }
  if (phase == 0 || draw_.one_in(2)) return {.kind = Kind::kArrive, .object = barrier_, .a = 1};
  const auto earlier = static_cast<Word>(draw_.below(static_cast<int>(phase)));
  return {.kind = Kind::kPhaseWait, .object = barrier_, .a = earlier};
}

Operation RandomTrace::draw_other() {
  constexpr std::array kExclusive = {Kind::kLock, Kind::kTryLock, Kind::kUnlock, Kind::kUnlock};
  constexpr std::array kShared = {Kind::kLockShared, Kind::kTryLockShared, Kind::kUnlockShared,
                                  Kind::kUnlockShared};
  constexpr std::array kPermits = {Kind::kAcquire, Kind::kTryAcquire, Kind::kRelease};
  constexpr std::array kLatch = {Kind::kCountDown, Kind::kTryWait, Kind::kLatchWait};
  constexpr std::array kOnce = {Kind::kOnceEnter, Kind::kOnceDone, Kind::kOnceFail};
  constexpr std::array kFuture = {Kind::kEventSet, Kind::kEventWait, Kind::kEventPoll};
  const bool may_give_up = draw_.one_in(3);
  switch (draw_.below(8)) {
    case 0:
    case 1: return {.kind = draw_.one_of(kExclusive), .may_fail = may_give_up, .object = mutex_};
    case 2:
      return {.kind = draw_.one_of(kExclusive), .may_time_out = may_give_up, .object = shared_};
    case 3: return {.kind = draw_.one_of(kShared), .may_fail = may_give_up, .object = shared_};
    case 4: return {.kind = draw_.one_of(kPermits), .object = semaphore_, .a = 1};
    case 5: return {.kind = draw_.one_of(kLatch), .object = latch_, .a = 1};
    case 6: return {.kind = draw_.one_of(kOnce), .object = once_};
    default: return {.kind = draw_.one_of(kFuture), .object = future_};
  }
}

}  // namespace mcheck
