// SPDX-License-Identifier: MIT
// Happens-before of C++: every kind of edge in a small trace.
#include "engine/trace/synchronization.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "engine/search/execution.hpp"
#include "tests/trace/order_graph.hpp"

namespace mcheck {
namespace {

constexpr auto kRelaxed = MemoryOrder::kRelaxed;
constexpr auto kAcquire = MemoryOrder::kAcquire;
constexpr auto kRelease = MemoryOrder::kRelease;

constexpr ThreadId kFirst{1};
constexpr ThreadId kSecond{2};
constexpr ThreadId kThird{3};

struct Did {
  ThreadId thread{};
  Operation operation;
  std::uint32_t way = 0;
};

Did did(ThreadId thread, Kind kind, Word a = 0) { return {thread, {.kind = kind, .a = a}}; }
Did did(ThreadId thread, Kind kind, MemoryOrder order, Word a = 0, Word b = 0) {
  return {thread, {.kind = kind, .order = order, .failure_order = order, .a = a, .b = b}};
}
Did gives_up(ThreadId thread, Kind kind) {
  return {thread, {.kind = kind, .may_time_out = true, .may_fail = true}};
}

// Main spawns three threads; then these events access one object. Fences have no object.
struct Scene {
  std::string what;
  ObjectKind object;
  Word value;
  std::vector<Did> events;
  bool ordered;  // whether the first of these events is ordered before the last thread's next event
};

bool is_ordered(const Scene& scene) {
  INFO(scene.what);
  Identities identities;
  Execution execution(identities);
  execution.clear();
  ObjectRecord record;
  record.kind = scene.object;
  State first;
  first.value = scene.value;
  first.extra = scene.object == ObjectKind::kSemaphore ? 100 : scene.value;
  const ObjectId object = execution.add_object(identities.object(kMainThread, 1), record, first);
  for (int i = 0; i < 3; ++i) {
    execution.announce(kMainThread, {.kind = Kind::kSpawn});
    execution.perform(kMainThread, 0);
  }
  for (Did event : scene.events) {
    if (event.operation.kind != Kind::kFence) event.operation.object = object;
    execution.announce(event.thread, event.operation);
    REQUIRE(execution.ways(execution.thread(event.thread)) > event.way);
    execution.perform(event.thread, event.way);
    REQUIRE(execution.events().back().misuse == Misuse::kNone);
  }
  Synchronization synchronization;
  synchronization.follow(execution.events());
  const ThreadId giver = scene.events.front().thread;
  const bool ordered = synchronization.clock_of(scene.events.back().thread)[index(giver)] > 0;
  const OrderGraph graph(execution.events());
  CHECK(ordered == graph.reaches(3, execution.events().size() - 1));
  return ordered;
}

void check(const std::vector<Scene>& scenes) {
  for (const Scene& scene : scenes) {
    INFO(scene.what);
    CHECK(is_ordered(scene) == scene.ordered);
  }
}

}  // namespace

TEST_CASE("an unlock is ordered before the next lock, and nothing before a lock that fails") {
  const auto mutex = ObjectKind::kMutex;
  const auto shared = ObjectKind::kSharedMutex;
  const Did lock = did(kFirst, Kind::kLock);
  const Did unlock = did(kFirst, Kind::kUnlock);
  const Did share = did(kFirst, Kind::kLockShared);
  const Did unshare = did(kFirst, Kind::kUnlockShared);
  Did fails = gives_up(kSecond, Kind::kTryLock);
  fails.way = 1;
  check({
      {"lock", mutex, 0, {lock, unlock, did(kSecond, Kind::kLock)}, true},
      {"try_lock", mutex, 0, {lock, unlock, did(kSecond, Kind::kTryLock)}, true},
      {"try_lock of what is held", mutex, 0, {lock, did(kSecond, Kind::kTryLock)}, false},
      {"timed lock of what is held", mutex, 0, {lock, gives_up(kSecond, Kind::kLock)}, false},
      {"try_lock that fails for no reason", mutex, 0, {lock, unlock, fails}, false},
      {"await of a free mutex", mutex, 0, {lock, unlock, did(kSecond, Kind::kAwait, 0)}, true},
      {"writer, reader", shared, 0, {lock, unlock, did(kSecond, Kind::kLockShared)}, true},
      {"writer, writer", shared, 0, {lock, unlock, did(kSecond, Kind::kLock)}, true},
      {"reader, writer", shared, 0, {share, unshare, did(kSecond, Kind::kLock)}, true},
      {"reader, reader", shared, 0, {share, unshare, did(kSecond, Kind::kLockShared)}, false},
      {"reader, try of a reader",
       shared,
       0,
       {share, unshare, did(kSecond, Kind::kTryLockShared)},
       false},
      {"two readers, writer",
       shared,
       0,
       {share, did(kThird, Kind::kLockShared), unshare, did(kThird, Kind::kUnlockShared),
        did(kSecond, Kind::kLock)},
       true},
  });
}

TEST_CASE("permits, counts and arrivals are ordered before the threads that they let through") {
  const auto semaphore = ObjectKind::kSemaphore;
  const auto latch = ObjectKind::kLatch;
  const auto barrier = ObjectKind::kBarrier;
  const Did arrive = did(kFirst, Kind::kArrive, 1);
  const Did last = did(kSecond, Kind::kArrive, 1);
  const Did next = did(kSecond, Kind::kNextPhase);
  check({
      {"acquire",
       semaphore,
       0,
       {did(kFirst, Kind::kRelease, 1), did(kSecond, Kind::kAcquire)},
       true},
      {"acquire after another",
       semaphore,
       1,
       {did(kFirst, Kind::kRelease, 1), did(kThird, Kind::kAcquire),
        did(kSecond, Kind::kTryAcquire)},
       true},
      {"try_acquire that fails",
       semaphore,
       0,
       {did(kFirst, Kind::kRelease, 0), did(kSecond, Kind::kTryAcquire)},
       false},
      {"an acquire gives nothing",
       semaphore,
       2,
       {did(kFirst, Kind::kAcquire), did(kSecond, Kind::kAcquire)},
       false},
      {"wait", latch, 1, {did(kFirst, Kind::kCountDown, 1), did(kSecond, Kind::kLatchWait)}, true},
      {"try_wait",
       latch,
       1,
       {did(kFirst, Kind::kCountDown, 1), did(kSecond, Kind::kTryWait)},
       true},
      {"try_wait too early",
       latch,
       2,
       {did(kFirst, Kind::kCountDown, 1), did(kSecond, Kind::kTryWait)},
       false},
      {"count_down orders nothing",
       latch,
       2,
       {did(kFirst, Kind::kCountDown, 1), did(kSecond, Kind::kCountDown, 1)},
       false},
      {"the last to arrive", barrier, 2, {arrive, last}, true},
      {"not the last", barrier, 3, {arrive, last}, false},
      {"the phase's end", barrier, 2, {arrive, last, next, did(kThird, Kind::kPhaseWait, 0)}, true},
  });
}

TEST_CASE("a wait for a phase of a barrier is not ordered after a later one") {
  const ThreadId one = kFirst;
  const std::vector<Did> phases = {
      did(kSecond, Kind::kArrive, 1),
      did(kSecond, Kind::kNextPhase),
      did(one, Kind::kArrive, 1),
      did(one, Kind::kNextPhase),
  };
  std::vector<Did> earlier = phases;
  earlier.push_back(did(kThird, Kind::kPhaseWait, 0));
  std::vector<Did> from_one(earlier.begin() + 2, earlier.end());
  // The scenario asks about the thread of its first event: the first phase's, then the second's.
  CHECK(is_ordered({"phase 0", ObjectKind::kBarrier, 1, earlier, true}));
  from_one.insert(from_one.begin(), {did(one, Kind::kFence), phases[0], phases[1]});
  CHECK_FALSE(is_ordered({"phase 1", ObjectKind::kBarrier, 1, from_one, false}));
}

TEST_CASE("once and futures: a completion is ordered before the threads that find it") {
  const auto once = ObjectKind::kOnce;
  const auto future = ObjectKind::kEvent;
  const Did enter = did(kFirst, Kind::kOnceEnter);
  const Did set = did(kFirst, Kind::kEventSet);
  check({
      {"done",
       once,
       0,
       {enter, did(kFirst, Kind::kOnceDone), did(kSecond, Kind::kOnceEnter)},
       true},
      {"failed",
       once,
       0,
       {enter, did(kFirst, Kind::kOnceFail), did(kSecond, Kind::kOnceEnter)},
       true},
      {"wait", future, 0, {set, did(kSecond, Kind::kEventWait)}, true},
      {"poll", future, 0, {set, did(kSecond, Kind::kEventPoll)}, true},
      {"poll too early",
       future,
       0,
       {did(kFirst, Kind::kEventPoll), did(kSecond, Kind::kEventPoll)},
       false},
      {"a second set",
       future,
       0,
       {did(kSecond, Kind::kEventSet), did(kFirst, Kind::kEventSet), did(kThird, Kind::kEventPoll)},
       true},
      {"a second set gives nothing",
       future,
       0,
       {did(kFirst, Kind::kFence), did(kSecond, Kind::kEventSet), set,
        did(kThird, Kind::kEventPoll)},
       false},
      {"conditions order nothing",
       ObjectKind::kCondition,
       0,
       {did(kSecond, Kind::kFence), did(kFirst, Kind::kEnqueue), did(kSecond, Kind::kNotifyOne),
        did(kFirst, Kind::kAwaken)},
       false},
      {"plain data orders nothing",
       ObjectKind::kData,
       0,
       {did(kFirst, Kind::kWrite, 1), did(kSecond, Kind::kRead)},
       false},
  });
}

TEST_CASE("atomics order what their memory orders say") {
  const auto atomic = ObjectKind::kAtomic;
  const Did store = did(kFirst, Kind::kStore, kRelease, 1);
  const Did relaxed = did(kFirst, Kind::kStore, kRelaxed, 1);
  const Did load = did(kSecond, Kind::kLoad, kAcquire);
  const Did add = did(kThird, Kind::kFetch, kRelaxed, 1);
  const Did compare = did(kSecond, Kind::kCompareExchange, kAcquire, 7, 8);
  Did release_only = compare;
  release_only.operation.failure_order = kRelaxed;
  check({
      {"release, acquire", atomic, 0, {store, load}, true},
      {"release, consume",
       atomic,
       0,
       {store, did(kSecond, Kind::kLoad, MemoryOrder::kConsume)},
       true},
      {"seq_cst", atomic, 0, {did(kFirst, Kind::kStore, 1), did(kSecond, Kind::kLoad)}, true},
      {"relaxed, acquire", atomic, 0, {relaxed, load}, false},
      {"release, relaxed", atomic, 0, {store, did(kSecond, Kind::kLoad, kRelaxed)}, false},
      {"a relaxed change continues", atomic, 0, {store, add, load}, true},
      {"a relaxed store does not",
       atomic,
       0,
       {store, did(kThird, Kind::kStore, kRelaxed, 2), load},
       false},
      {"nor one by the same thread",
       atomic,
       0,
       {store, did(kFirst, Kind::kStore, kRelaxed, 2), load},
       false},
      {"a failed exchange reads", atomic, 0, {store, compare}, true},
      {"with its failure order", atomic, 0, {store, release_only}, false},
      {"a failed exchange writes nothing",
       atomic,
       0,
       {did(kFirst, Kind::kCompareExchange, MemoryOrder::kAcqRel, 7, 8), load},
       false},
      {"a wait reads", atomic, 0, {store, did(kSecond, Kind::kAtomicWait, kAcquire, 0)}, true},
      {"and before it sleeps",
       atomic,
       0,
       {store, did(kSecond, Kind::kAtomicWait, kAcquire, 1)},
       true},
      {"a relaxed wait", atomic, 0, {store, did(kSecond, Kind::kAtomicWait, kRelaxed, 0)}, false},
      {"an await reads", atomic, 0, {store, did(kSecond, Kind::kAwait, kAcquire, 1)}, true},
      {"a notify is no write",
       atomic,
       0,
       {store, did(kThird, Kind::kAtomicWait, kRelaxed, 1), did(kThird, Kind::kNotifyAll), load},
       true},
      {"a notify gives nothing",
       atomic,
       0,
       {did(kFirst, Kind::kNotifyAll), did(kSecond, Kind::kLoad)},
       false},
  });
}

TEST_CASE("fences order through relaxed atomics") {
  const auto atomic = ObjectKind::kAtomic;
  const Did before = did(kFirst, Kind::kFence, kRelease);
  const Did store = did(kFirst, Kind::kStore, kRelaxed, 1);
  const Did load = did(kSecond, Kind::kLoad, kRelaxed);
  const Did behind = did(kSecond, Kind::kFence, kAcquire);
  check({
      {"both fences", atomic, 0, {before, store, load, behind}, true},
      {"release fence, acquire load",
       atomic,
       0,
       {before, store, did(kSecond, Kind::kLoad, kAcquire)},
       true},
      {"release store, acquire fence",
       atomic,
       0,
       {did(kFirst, Kind::kStore, kRelease, 1), load, behind},
       true},
      {"no fence before", atomic, 0, {store, load, behind}, false},
      {"fence behind the store", atomic, 0, {store, before, load, behind}, false},
      {"fence before the load", atomic, 0, {before, store, behind, load}, false},
      {"an acquire fence gives nothing",
       atomic,
       0,
       {did(kFirst, Kind::kFence, kAcquire), store, load, behind},
       false},
      {"seq_cst fences",
       atomic,
       0,
       {did(kFirst, Kind::kFence), store, load, did(kSecond, Kind::kFence)},
       true},
      {"a relaxed change gives it, too",
       atomic,
       0,
       {before, did(kFirst, Kind::kFetch, kRelaxed, 1), load, behind},
       true},
  });
}

TEST_CASE("a thread starts after its spawn, and all of it comes before its join") {
  Identities identities;
  Execution execution(identities);
  execution.clear();
  Synchronization synchronization;
  const auto step = [&](ThreadId thread, const Operation& operation) {
    execution.announce(thread, operation);
    execution.perform(thread, 0);
    synchronization.follow(execution.events());
  };
  step(kMainThread, {.kind = Kind::kYield});
  step(kMainThread, {.kind = Kind::kSpawn});
  CHECK(synchronization.clock_of(kFirst)[0] == 2);
  step(kMainThread, {.kind = Kind::kYield});
  step(kFirst, {.kind = Kind::kYield});
  CHECK(synchronization.clock_of(kFirst)[0] == 2);
  CHECK(synchronization.clock_of(kFirst)[1] == 1);
  CHECK(synchronization.clock_of(kMainThread)[1] == 0);
  execution.finish(kFirst);
  step(kMainThread, {.kind = Kind::kJoin, .a = 1});
  CHECK(synchronization.clock_of(kMainThread)[1] == 2);  // including what followed its last event
}

}  // namespace mcheck
