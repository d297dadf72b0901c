// SPDX-License-Identifier: MIT
// Happens-before of C++: every kind of edge in a small trace.
#include "engine/trace/order/synchronization.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "engine/search/execution/execution.hpp"
#include "tests/trace/order_graph.hpp"

namespace mcheck::synchronization_test {
namespace {

constexpr auto kRelaxed = MemoryOrder::kRelaxed;
constexpr auto kAcquire = MemoryOrder::kAcquire;
constexpr auto kRelease = MemoryOrder::kRelease;

constexpr ThreadId kFirst{1};
constexpr ThreadId kSecond{2};
constexpr ThreadId kThird{3};

struct Performed {
  ThreadId thread{};
  Operation operation;
  std::uint32_t way = 0;
};

Performed performed(ThreadId thread, Kind kind, Word a = 0) {
  return {thread, {.kind = kind, .a = a}};
}
Performed performed(ThreadId thread, Kind kind, MemoryOrder order, Word a = 0, Word b = 0) {
  return {thread, {.kind = kind, .order = order, .failure_order = order, .a = a, .b = b}};
}
Performed gives_up(ThreadId thread, Kind kind) {
  return {thread, {.kind = kind, .may_time_out = true, .may_fail = true}};
}

// Main spawns three threads; then these events access one object. Fences have no object.
struct Scenario {
  std::string what;
  ObjectKind object;
  Word value;
  std::vector<Performed> events;
  bool ordered;  // whether the first of these events is ordered before the last thread's next event
};

bool is_ordered(const Scenario& scenario) {
  INFO(scenario.what);
  Identities identities;
  Execution execution(identities);
  execution.clear();
  ObjectRecord record;
  record.kind = scenario.object;
  State first;
  first.value = scenario.value;
  first.extra = scenario.object == ObjectKind::kSemaphore ? 100 : scenario.value;
  const ObjectId object = execution.add_object(identities.object(kMainThread, 1), record, first);
  for (int i = 0; i < 3; ++i) {
    execution.announce(kMainThread, {.kind = Kind::kSpawn});
    execution.perform(kMainThread, 0);
  }
  for (Performed event : scenario.events) {
    if (event.operation.kind != Kind::kFence) event.operation.object = object;
    execution.announce(event.thread, event.operation);
    REQUIRE(execution.enabled(execution.thread(event.thread)) > event.way);
    execution.perform(event.thread, event.way);
    REQUIRE(execution.events().back().misuse == Misuse::kNone);
  }
  Synchronization synchronization;
  synchronization.follow(execution.events());
  const ThreadId giver = scenario.events.front().thread;
  const bool ordered = synchronization.clock_of(scenario.events.back().thread)[index(giver)] > 0;
  const OrderGraph graph(execution.events());
  CHECK(ordered == graph.reaches(3, execution.events().size() - 1));
  return ordered;
}

void check(const std::vector<Scenario>& scenarios) {
  for (const Scenario& scenario : scenarios) {
    INFO(scenario.what);
    CHECK(is_ordered(scenario) == scenario.ordered);
  }
}

}  // namespace

TEST_CASE("an unlock is ordered before the next lock, and nothing before a lock that fails") {
  const auto mutex = ObjectKind::kMutex;
  const auto shared = ObjectKind::kSharedMutex;
  const Performed lock = performed(kFirst, Kind::kLock);
  const Performed unlock = performed(kFirst, Kind::kUnlock);
  const Performed share = performed(kFirst, Kind::kLockShared);
  const Performed unshare = performed(kFirst, Kind::kUnlockShared);
  Performed fails = gives_up(kSecond, Kind::kTryLock);
  fails.way = 1;
  check({
      {"lock", mutex, 0, {lock, unlock, performed(kSecond, Kind::kLock)}, true},
      {"try_lock", mutex, 0, {lock, unlock, performed(kSecond, Kind::kTryLock)}, true},
      {"try_lock of what is held", mutex, 0, {lock, performed(kSecond, Kind::kTryLock)}, false},
      {"timed lock of what is held", mutex, 0, {lock, gives_up(kSecond, Kind::kLock)}, false},
      {"try_lock that fails for no reason", mutex, 0, {lock, unlock, fails}, false},
      {"await of a free mutex",
       mutex,
       0,
       {lock, unlock, performed(kSecond, Kind::kAwait, 0)},
       true},
      {"writer, reader", shared, 0, {lock, unlock, performed(kSecond, Kind::kLockShared)}, true},
      {"writer, writer", shared, 0, {lock, unlock, performed(kSecond, Kind::kLock)}, true},
      {"reader, writer", shared, 0, {share, unshare, performed(kSecond, Kind::kLock)}, true},
      {"reader, reader", shared, 0, {share, unshare, performed(kSecond, Kind::kLockShared)}, false},
      {"reader, try of a reader",
       shared,
       0,
       {share, unshare, performed(kSecond, Kind::kTryLockShared)},
       false},
      {"two readers, writer",
       shared,
       0,
       {share, performed(kThird, Kind::kLockShared), unshare,
        performed(kThird, Kind::kUnlockShared), performed(kSecond, Kind::kLock)},
       true},
  });
}

TEST_CASE("a gate orders no memory") {
  const Performed wait = performed(kSecond, Kind::kGateWait, 1);
  check({{"opened", ObjectKind::kGate, 0, {performed(kFirst, Kind::kGateOpen), wait}, false}});
}

TEST_CASE("permits, counts and arrivals are ordered before the threads that they let through") {
  const auto semaphore = ObjectKind::kSemaphore;
  const auto latch = ObjectKind::kLatch;
  const auto barrier = ObjectKind::kBarrier;
  const Performed arrive = performed(kFirst, Kind::kArrive, 1);
  const Performed last = performed(kSecond, Kind::kArrive, 1);
  const Performed next = performed(kSecond, Kind::kNextPhase);
  check({
      {"acquire",
       semaphore,
       0,
       {performed(kFirst, Kind::kRelease, 1), performed(kSecond, Kind::kAcquire)},
       true},
      {"acquire after another",
       semaphore,
       1,
       {performed(kFirst, Kind::kRelease, 1), performed(kThird, Kind::kAcquire),
        performed(kSecond, Kind::kTryAcquire)},
       true},
      {"try_acquire that fails",
       semaphore,
       0,
       {performed(kFirst, Kind::kRelease, 0), performed(kSecond, Kind::kTryAcquire)},
       false},
      {"an acquire gives nothing",
       semaphore,
       2,
       {performed(kFirst, Kind::kAcquire), performed(kSecond, Kind::kAcquire)},
       false},
      {"wait",
       latch,
       1,
       {performed(kFirst, Kind::kCountDown, 1), performed(kSecond, Kind::kLatchWait)},
       true},
      {"try_wait",
       latch,
       1,
       {performed(kFirst, Kind::kCountDown, 1), performed(kSecond, Kind::kTryWait)},
       true},
      {"try_wait too early",
       latch,
       2,
       {performed(kFirst, Kind::kCountDown, 1), performed(kSecond, Kind::kTryWait)},
       false},
      {"count_down orders nothing",
       latch,
       2,
       {performed(kFirst, Kind::kCountDown, 1), performed(kSecond, Kind::kCountDown, 1)},
       false},
      {"the last to arrive", barrier, 2, {arrive, last}, true},
      {"not the last", barrier, 3, {arrive, last}, false},
      {"the phase's end",
       barrier,
       2,
       {arrive, last, next, performed(kThird, Kind::kPhaseWait, 0)},
       true},
  });
}

TEST_CASE("a wait for a phase of a barrier is not ordered after a later one") {
  const ThreadId one = kFirst;
  const std::vector<Performed> phases = {
      performed(kSecond, Kind::kArrive, 1),
      performed(kSecond, Kind::kNextPhase),
      performed(one, Kind::kArrive, 1),
      performed(one, Kind::kNextPhase),
  };
  std::vector<Performed> earlier = phases;
  earlier.push_back(performed(kThird, Kind::kPhaseWait, 0));
  std::vector<Performed> from_one(earlier.begin() + 2, earlier.end());
  // The scenario asks about the thread of its first event: the first phase's, then the second's.
  CHECK(is_ordered({"phase 0", ObjectKind::kBarrier, 1, earlier, true}));
  from_one.insert(from_one.begin(), {performed(one, Kind::kFence), phases[0], phases[1]});
  CHECK_FALSE(is_ordered({"phase 1", ObjectKind::kBarrier, 1, from_one, false}));
}

TEST_CASE("once and futures: a completion is ordered before the threads that find it") {
  const auto once = ObjectKind::kOnce;
  const auto future = ObjectKind::kEvent;
  const Performed enter = performed(kFirst, Kind::kOnceEnter);
  const Performed set = performed(kFirst, Kind::kEventSet);
  check({
      {"done",
       once,
       0,
       {enter, performed(kFirst, Kind::kOnceDone), performed(kSecond, Kind::kOnceEnter)},
       true},
      {"failed",
       once,
       0,
       {enter, performed(kFirst, Kind::kOnceFail), performed(kSecond, Kind::kOnceEnter)},
       true},
      {"wait", future, 0, {set, performed(kSecond, Kind::kEventWait)}, true},
      {"poll", future, 0, {set, performed(kSecond, Kind::kEventPoll)}, true},
      {"poll too early",
       future,
       0,
       {performed(kFirst, Kind::kEventPoll), performed(kSecond, Kind::kEventPoll)},
       false},
      {"a second set",
       future,
       0,
       {performed(kSecond, Kind::kEventSet), performed(kFirst, Kind::kEventSet),
        performed(kThird, Kind::kEventPoll)},
       true},
      {"a second set gives nothing",
       future,
       0,
       {performed(kFirst, Kind::kFence), performed(kSecond, Kind::kEventSet), set,
        performed(kThird, Kind::kEventPoll)},
       false},
      {"conditions order nothing",
       ObjectKind::kCondition,
       0,
       {performed(kSecond, Kind::kFence), performed(kFirst, Kind::kEnqueue),
        performed(kSecond, Kind::kNotifyOne), performed(kFirst, Kind::kAwaken)},
       false},
      {"plain data orders nothing",
       ObjectKind::kData,
       0,
       {performed(kFirst, Kind::kWrite, 1), performed(kSecond, Kind::kRead)},
       false},
  });
}

TEST_CASE("atomics order what their memory orders say") {
  const auto atomic = ObjectKind::kAtomic;
  const Performed store = performed(kFirst, Kind::kStore, kRelease, 1);
  const Performed relaxed = performed(kFirst, Kind::kStore, kRelaxed, 1);
  const Performed load = performed(kSecond, Kind::kLoad, kAcquire);
  const Performed add = performed(kThird, Kind::kFetch, kRelaxed, 1);
  const Performed compare = performed(kSecond, Kind::kCompareExchange, kAcquire, 7, 8);
  Performed release_only = compare;
  release_only.operation.failure_order = kRelaxed;
  check({
      {"release, acquire", atomic, 0, {store, load}, true},
      {"release, consume",
       atomic,
       0,
       {store, performed(kSecond, Kind::kLoad, MemoryOrder::kConsume)},
       true},
      {"seq_cst",
       atomic,
       0,
       {performed(kFirst, Kind::kStore, 1), performed(kSecond, Kind::kLoad)},
       true},
      {"relaxed, acquire", atomic, 0, {relaxed, load}, false},
      {"release, relaxed", atomic, 0, {store, performed(kSecond, Kind::kLoad, kRelaxed)}, false},
      {"a relaxed change continues", atomic, 0, {store, add, load}, true},
      {"a relaxed store does not",
       atomic,
       0,
       {store, performed(kThird, Kind::kStore, kRelaxed, 2), load},
       false},
      {"nor one by the same thread",
       atomic,
       0,
       {store, performed(kFirst, Kind::kStore, kRelaxed, 2), load},
       false},
      {"a failed exchange reads", atomic, 0, {store, compare}, true},
      {"with its failure order", atomic, 0, {store, release_only}, false},
      {"a failed exchange writes nothing",
       atomic,
       0,
       {performed(kFirst, Kind::kCompareExchange, MemoryOrder::kAcqRel, 7, 8), load},
       false},
  });
}

TEST_CASE("waits on an atomic order as loads do, and notifies not at all") {
  const auto atomic = ObjectKind::kAtomic;
  const Performed store = performed(kFirst, Kind::kStore, kRelease, 1);
  const Performed load = performed(kSecond, Kind::kLoad, kAcquire);
  check({
      {"a wait reads",
       atomic,
       0,
       {store, performed(kSecond, Kind::kAtomicWait, kAcquire, 0)},
       true},
      {"and before it sleeps",
       atomic,
       0,
       {store, performed(kSecond, Kind::kAtomicWait, kAcquire, 1)},
       true},
      {"a relaxed wait",
       atomic,
       0,
       {store, performed(kSecond, Kind::kAtomicWait, kRelaxed, 0)},
       false},
      {"an await reads", atomic, 0, {store, performed(kSecond, Kind::kAwait, kAcquire, 1)}, true},
      {"a notify is no write",
       atomic,
       0,
       {store, performed(kThird, Kind::kAtomicWait, kRelaxed, 1),
        performed(kThird, Kind::kNotifyAll), load},
       true},
      {"a notify gives nothing",
       atomic,
       0,
       {performed(kFirst, Kind::kNotifyAll), performed(kSecond, Kind::kLoad)},
       false},
  });
}

TEST_CASE("fences order through relaxed atomics") {
  const auto atomic = ObjectKind::kAtomic;
  const Performed before = performed(kFirst, Kind::kFence, kRelease);
  const Performed store = performed(kFirst, Kind::kStore, kRelaxed, 1);
  const Performed load = performed(kSecond, Kind::kLoad, kRelaxed);
  const Performed behind = performed(kSecond, Kind::kFence, kAcquire);
  check({
      {"both fences", atomic, 0, {before, store, load, behind}, true},
      {"release fence, acquire load",
       atomic,
       0,
       {before, store, performed(kSecond, Kind::kLoad, kAcquire)},
       true},
      {"release store, acquire fence",
       atomic,
       0,
       {performed(kFirst, Kind::kStore, kRelease, 1), load, behind},
       true},
      {"no fence before", atomic, 0, {store, load, behind}, false},
      {"fence behind the store", atomic, 0, {store, before, load, behind}, false},
      {"fence before the load", atomic, 0, {before, store, behind, load}, false},
      {"an acquire fence gives nothing",
       atomic,
       0,
       {performed(kFirst, Kind::kFence, kAcquire), store, load, behind},
       false},
      {"seq_cst fences",
       atomic,
       0,
       {performed(kFirst, Kind::kFence), store, load, performed(kSecond, Kind::kFence)},
       true},
      {"a relaxed change gives it, too",
       atomic,
       0,
       {before, performed(kFirst, Kind::kFetch, kRelaxed, 1), load, behind},
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

}  // namespace mcheck::synchronization_test
