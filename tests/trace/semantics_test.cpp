// SPDX-License-Identifier: MIT
// The effect of operations on objects: blocked states, outcomes, notified threads, every misuse.
// The pure state machines only; with threads and memory: tests/model.
#include "engine/trace/semantics/semantics.hpp"

#include <bit>
#include <catch2/catch.hpp>
#include <cstring>
#include <initializer_list>

namespace mcheck::semantics_test {
namespace {

constexpr ThreadId kA{1};
constexpr ThreadId kB{2};
constexpr ThreadId kC{3};

ThreadSet set_of(std::initializer_list<ThreadId> threads) {
  ThreadSet set;
  for (const ThreadId thread : threads) set.add(thread);
  return set;
}

State state(Word value, Word extra = 0, std::initializer_list<ThreadId> threads = {}) {
  return {.value = value, .extra = extra, .threads = set_of(threads)};
}

Operation operation(Kind kind, Word a = 0, Word b = 0) { return {.kind = kind, .a = a, .b = b}; }

Operation timed(Kind kind) { return {.kind = kind, .may_time_out = true}; }
Operation unsure(Kind kind, Word a = 0) { return {.kind = kind, .may_fail = true, .a = a}; }

bool blocked(const Operation& wanted, ThreadId thread, const State& now) {
  return outcome_count(wanted, thread, now) == 0;
}

// The only possible outcome.
Outcome only(const Operation& wanted, ThreadId thread, const State& now) {
  REQUIRE(outcome_count(wanted, thread, now) == 1);
  return outcome(wanted, thread, now, 0);
}

Misuse misuse_of(const Operation& wanted, const State& now) {
  const Outcome done = only(wanted, kA, now);
  CHECK((done.misuse == Misuse::kNone || done.mode == Mode::kRead));
  return done.misuse;
}

State held_by(ThreadId thread, Word depth = 1) { return state(index(thread) + 1, depth); }

}  // namespace

TEST_CASE("a free mutex can be locked, and a held one blocks") {
  const Outcome done = only(operation(Kind::kLock), kA, state(0));
  CHECK(done.next == held_by(kA));
  CHECK(done.result == 1);
  CHECK(blocked(operation(Kind::kLock), kB, held_by(kA)));
  CHECK(blocked(operation(Kind::kLock), kA, held_by(kA)));
  CHECK(only(operation(Kind::kUnlock), kA, held_by(kA)).next == state(0));
}

TEST_CASE("the owner of a recursive mutex locks deeper, and no other thread does") {
  const Operation again = operation(Kind::kLock, 1);
  CHECK(only(again, kA, held_by(kA)).next == held_by(kA, 2));
  CHECK(only(operation(Kind::kUnlock), kA, held_by(kA, 2)).next == held_by(kA));
  CHECK(blocked(again, kB, held_by(kA)));
}

TEST_CASE("a try and a timed lock fail where a lock would block, and change nothing") {
  for (const Operation& wanted : {operation(Kind::kTryLock), timed(Kind::kLock)}) {
    const Outcome failed = only(wanted, kB, held_by(kA));
    CHECK(failed.failed);
    CHECK(failed.result == 0);
    CHECK(failed.mode == Mode::kRead);
    CHECK(only(wanted, kB, state(0)).next == held_by(kB));
  }
  CHECK(only(operation(Kind::kTryLockShared), kB, held_by(kA)).failed);
  CHECK(only(timed(Kind::kLockShared), kB, held_by(kA)).failed);
}

TEST_CASE("an operation that may fail spuriously has a second outcome where it would succeed") {
  for (const Kind kind : {Kind::kTryLock, Kind::kTryLockShared}) {
    REQUIRE(outcome_count(unsure(kind), kA, state(0)) == 2);
    CHECK_FALSE(outcome(unsure(kind), kA, state(0), 0).failed);
    const Outcome failed = outcome(unsure(kind), kA, state(0), 1);
    CHECK(failed.failed);
    CHECK(failed.label == 1);
    CHECK(failed.mode == Mode::kRead);
    CHECK(outcome_count(unsure(kind), kB, held_by(kA)) == 1);
  }
  CHECK(outcome_count(unsure(Kind::kTryAcquire), kA, state(1, 5)) == 2);
  CHECK(outcome_count(unsure(Kind::kTryAcquire), kA, state(0, 5)) == 1);
  CHECK(outcome_count(unsure(Kind::kCompareExchange, 7), kA, state(7)) == 2);
  CHECK(outcome_count(unsure(Kind::kCompareExchange, 7), kA, state(8)) == 1);
}

TEST_CASE("readers share, a writer waits for all of them, and they for the writer") {
  const State one = only(operation(Kind::kLockShared), kA, state(0)).next;
  CHECK(one == state(0, 0, {kA}));
  const State two = only(operation(Kind::kLockShared), kB, one).next;
  CHECK(two == state(0, 0, {kA, kB}));
  CHECK(blocked(operation(Kind::kLock), kC, two));
  CHECK(blocked(operation(Kind::kLockShared), kA, two));  // it holds the lock
  CHECK(blocked(operation(Kind::kLockShared), kC, held_by(kA)));
  CHECK(only(operation(Kind::kTryLock), kC, two).failed);
  const State left = only(operation(Kind::kUnlockShared), kA, two).next;
  CHECK(left == state(0, 0, {kB}));
  CHECK(only(operation(Kind::kUnlockShared), kB, left).next == state(0));
}

TEST_CASE("every misuse is found where it happens, and only there") {
  CHECK(misuse_of(operation(Kind::kUnlock), state(0)) == Misuse::kUnlockNotOwner);
  CHECK(misuse_of(operation(Kind::kUnlock), held_by(kB)) == Misuse::kUnlockNotOwner);
  CHECK(misuse_of(operation(Kind::kUnlock), state(0, 0, {kA})) == Misuse::kUnlockNotOwner);
  CHECK(misuse_of(operation(Kind::kUnlockShared), state(0)) == Misuse::kUnlockSharedNotHeld);
  CHECK(misuse_of(operation(Kind::kUnlockShared), held_by(kA)) == Misuse::kUnlockSharedNotHeld);
  CHECK(misuse_of(operation(Kind::kUnlockShared), state(0, 0, {kB})) ==
        Misuse::kUnlockSharedNotHeld);
  CHECK(misuse_of(operation(Kind::kRelease, 3), state(1, 3)) == Misuse::kTooManyPermits);
  CHECK(misuse_of(operation(Kind::kRelease, ~Word{0}), state(1, 3)) == Misuse::kTooManyPermits);
  CHECK(misuse_of(operation(Kind::kCountDown, 3), state(2)) == Misuse::kLatchBelowZero);
  CHECK(misuse_of(operation(Kind::kArrive, 3), state(2, 2)) == Misuse::kTooManyArrivals);
  CHECK(misuse_of(operation(Kind::kDestroy), state(0, 0, {kB})) == Misuse::kDestroyedInUse);
  CHECK(misuse_of(operation(Kind::kDestroy, 1), held_by(kA)) == Misuse::kDestroyedInUse);
  CHECK(misuse_of(operation(Kind::kDestroy), state(5)) == Misuse::kNone);
  const State ended = only(operation(Kind::kDestroy), kA, state(5)).next;
  CHECK(ended.destroyed);
  CHECK(misuse_of(operation(Kind::kLoad), ended) == Misuse::kUsesDestroyed);
  CHECK(misuse_of(operation(Kind::kLock), ended) == Misuse::kUsesDestroyed);
  CHECK(misuse_of(operation(Kind::kDestroy), ended) == Misuse::kUsesDestroyed);
  CHECK(misuse_of(timed(Kind::kLeave), ended) == Misuse::kNone);
  CHECK(misuse_of(operation(Kind::kDestroy, 1), state(0)) == Misuse::kNone);
  CHECK(only(operation(Kind::kRelease, 2), kA, state(1, 3)).misuse == Misuse::kNone);
  CHECK(only(operation(Kind::kCountDown, 2), kA, state(2)).misuse == Misuse::kNone);
}

TEST_CASE("each misuse is explained in words of its own") {
  const auto all = {Misuse::kNone,           Misuse::kUnlockNotOwner, Misuse::kUnlockSharedNotHeld,
                    Misuse::kTooManyPermits, Misuse::kLatchBelowZero, Misuse::kTooManyArrivals,
                    Misuse::kDestroyedInUse, Misuse::kUsesDestroyed,  Misuse::kReadsUnwritten};
  for (const Misuse a : all) {
    for (const Misuse b : all) CHECK((a == b) == (std::strcmp(explain(a), explain(b)) == 0));
  }
}

TEST_CASE("a notify wakes any one of the waiters, a choice named after the thread") {
  const State waiting = state(0, 0, {kA, kC});
  REQUIRE(outcome_count(operation(Kind::kNotifyOne), kB, waiting) == 2);
  const Outcome first = outcome(operation(Kind::kNotifyOne), kB, waiting, 0);
  CHECK(first.wakes == set_of({kA}));
  CHECK(first.next.threads == set_of({kC}));
  CHECK(first.label == index(kA));
  CHECK(first.result == index(kA) + 1);
  const Outcome second = outcome(operation(Kind::kNotifyOne), kB, waiting, 1);
  CHECK(second.wakes == set_of({kC}));
  CHECK(second.label == index(kC));
}

TEST_CASE("notify_all wakes all waiters, and a notify without a waiter changes nothing") {
  const Outcome all = only(operation(Kind::kNotifyAll), kB, state(4, 0, {kA, kC}));
  CHECK(all.wakes == set_of({kA, kC}));
  CHECK(all.next == state(4));
  CHECK(all.result == 2);
  for (const Kind kind : {Kind::kNotifyOne, Kind::kNotifyAll}) {
    const Outcome lost = only(operation(kind), kB, state(4));
    CHECK(lost.wakes.empty());
    CHECK(lost.mode == Mode::kRead);
    CHECK(lost.result == 0);
  }
}

TEST_CASE("a waiting thread is among the waiters until it is notified or times out") {
  CHECK(only(operation(Kind::kEnqueue), kA, state(0)).next == state(0, 0, {kA}));
  CHECK(blocked(operation(Kind::kLeave), kA, state(0, 0, {kA})));
  for (const Operation& leave : {timed(Kind::kLeave), unsure(Kind::kLeave)}) {
    const Outcome timed_out = only(leave, kA, state(0, 0, {kA, kB}));
    CHECK(timed_out.failed);
    CHECK(timed_out.result == 0);
    CHECK(timed_out.next == state(0, 0, {kB}));
    const Outcome notified = only(leave, kA, state(0, 0, {kB}));
    CHECK_FALSE(notified.failed);
    CHECK(notified.result == 1);
  }
}

TEST_CASE("a semaphore counts up to its maximum and blocks at zero") {
  CHECK(only(operation(Kind::kAcquire), kA, state(2, 3)).next == state(1, 3));
  CHECK(blocked(operation(Kind::kAcquire), kA, state(0, 3)));
  CHECK(only(timed(Kind::kAcquire), kA, state(0, 3)).failed);
  CHECK(only(operation(Kind::kTryAcquire), kA, state(0, 3)).failed);
  CHECK(only(operation(Kind::kRelease, 3), kA, state(0, 3)).next == state(3, 3));
}

TEST_CASE("a choice of permits takes any one of them, or none") {
  Operation choice = unsure(Kind::kTryAcquire);
  choice.b = 1;
  CHECK(outcome_count(choice, kA, state(0, 5)) == 1);
  CHECK(outcome(choice, kA, state(0, 5), 0).result == 0);
  REQUIRE(outcome_count(choice, kA, state(2, 5)) == 3);
  for (std::uint32_t which = 0; which < 2; ++which) {
    const Outcome acquired = outcome(choice, kA, state(2, 5), which);
    CHECK(acquired.result == which + 1);
    CHECK(acquired.label == which);
    CHECK(acquired.next == state(1, 5));
  }
  const Outcome none = outcome(choice, kA, state(2, 5), 2);
  CHECK(none.failed);
  CHECK(none.result == 0);
  CHECK(none.mode == Mode::kRead);
}

TEST_CASE("a latch opens at zero and stays open") {
  CHECK(only(operation(Kind::kCountDown, 2), kA, state(3)).next == state(1));
  CHECK(blocked(operation(Kind::kLatchWait), kA, state(1)));
  CHECK_FALSE(blocked(operation(Kind::kLatchWait), kA, state(0)));
  CHECK(only(operation(Kind::kTryWait), kA, state(1)).result == 0);
  CHECK(only(operation(Kind::kTryWait), kA, state(0)).result == 1);
  CHECK(only(operation(Kind::kCountDown, 0), kA, state(0)).misuse == Misuse::kNone);
}

TEST_CASE("the phase of a barrier ends after its last arrival has run the completion") {
  const State first = only(operation(Kind::kArrive, 1), kA, state(2, 2)).next;
  CHECK(first == state(1, 2));
  CHECK(blocked(operation(Kind::kPhaseWait, 0), kA, first));
  const Outcome last = only(operation(Kind::kArrive, 1), kB, first);
  CHECK(last.result == (0 << 1 | 1));
  CHECK(blocked(operation(Kind::kPhaseWait, 0), kA, last.next));
  const State next = only(operation(Kind::kNextPhase), kB, last.next).next;
  CHECK(next == state(2, Word{1} << 32 | 2));
  CHECK_FALSE(blocked(operation(Kind::kPhaseWait, 0), kA, next));
  CHECK(blocked(operation(Kind::kPhaseWait, 1), kA, next));
}

TEST_CASE("a thread that drops out of a barrier is not expected in the next phase") {
  const State dropped = only(operation(Kind::kArrive, 1, 1), kA, state(2, 2)).next;
  CHECK(dropped == state(1, 1));
  const State last = only(operation(Kind::kArrive, 1), kB, dropped).next;
  CHECK(only(operation(Kind::kNextPhase), kB, last).next == state(1, Word{1} << 32 | 1));
}

TEST_CASE("atomics load, store, exchange and compare") {
  CHECK(only(operation(Kind::kLoad), kA, state(7)).result == 7);
  CHECK(only(operation(Kind::kLoad), kA, state(7)).mode == Mode::kRead);
  CHECK(only(operation(Kind::kStore, 8), kA, state(7)).next == state(8));
  CHECK(only(operation(Kind::kFetch, 8), kA, state(7)).result == 7);
  CHECK(only(operation(Kind::kFetch, 8), kA, state(7)).next == state(8));
  const Operation compare = operation(Kind::kCompareExchange, 7, 9);
  CHECK(only(compare, kA, state(7)).next == state(9));
  CHECK(only(compare, kA, state(6)).failed);
  CHECK(only(compare, kA, state(6)).result == 6);
  CHECK(only(compare, kA, state(6)).mode == Mode::kRead);
}

TEST_CASE("arithmetic wraps at the width of the value") {
  const auto after = [](Arithmetic how, std::uint8_t width, Word old, Word by) {
    Operation fetch{.kind = Kind::kFetch, .a = by, .b = static_cast<Word>(how)};
    fetch.bytes = width & 0xf;
    return only(fetch, kA, state(old)).next.value;
  };
  CHECK(after(Arithmetic::kAdd, 1, 255, 2) == 1);
  CHECK(after(Arithmetic::kSubtract, 2, 0, 1) == 0xffff);
  CHECK(after(Arithmetic::kSubtract, 8, 0, 1) == ~Word{0});
  CHECK(after(Arithmetic::kAnd, 4, 12, 10) == 8);
  CHECK(after(Arithmetic::kOr, 4, 12, 10) == 14);
  CHECK(after(Arithmetic::kXor, 4, 12, 10) == 6);
  const auto one = std::bit_cast<std::uint32_t>(1.0f);
  CHECK(after(Arithmetic::kAddFloat, 4, one, one) == std::bit_cast<std::uint32_t>(2.0f));
  const auto half = std::bit_cast<Word>(0.5);
  CHECK(after(Arithmetic::kSubtractDouble, 8, half, half) == std::bit_cast<Word>(0.0));
}

TEST_CASE("an atomic wait ends at another value, and waits for a notify at this one") {
  CHECK(only(operation(Kind::kAtomicWait, 7), kA, state(8)).result == 1);
  const Outcome waits = only(operation(Kind::kAtomicWait, 7), kA, state(7));
  CHECK(waits.result == 0);
  CHECK(waits.next == state(7, 0, {kA}));
  // A store notifies no thread; the waiter remains.
  CHECK(only(operation(Kind::kStore, 8), kB, waits.next).next == state(8, 0, {kA}));
  CHECK(blocked(operation(Kind::kAwait, 7), kA, state(8)));
  CHECK_FALSE(blocked(operation(Kind::kAwait, 7), kA, state(7)));
}

TEST_CASE(
    "a once flag is entered by one, waited for by others, and entered again after a failure") {
  const Outcome enters = only(operation(Kind::kOnceEnter), kA, state(0));
  CHECK(enters.result == 1);
  CHECK(blocked(operation(Kind::kOnceEnter), kB, enters.next));
  const State failed = only(operation(Kind::kOnceFail), kA, enters.next).next;
  CHECK(only(operation(Kind::kOnceEnter), kB, failed).result == 1);
  const State done = only(operation(Kind::kOnceDone), kA, enters.next).next;
  const Outcome later = only(operation(Kind::kOnceEnter), kB, done);
  CHECK(later.result == 0);
  CHECK(later.mode == Mode::kRead);
}

TEST_CASE("an event is set once, and threads pass from then on") {
  const Outcome set = only(operation(Kind::kEventSet), kA, state(0));
  CHECK(set.result == 1);
  CHECK(only(operation(Kind::kEventSet), kB, set.next).failed);
  CHECK(blocked(operation(Kind::kEventWait), kB, state(0)));
  CHECK_FALSE(blocked(operation(Kind::kEventWait), kB, set.next));
  CHECK(only(operation(Kind::kEventPoll), kB, state(0)).result == 0);
  CHECK(only(operation(Kind::kEventPoll), kB, set.next).result == 1);
}

TEST_CASE("a gate counts openings, and some who wait use them up") {
  CHECK(blocked(operation(Kind::kGateWait, 1), kA, state(0)));
  const Outcome opened = only(operation(Kind::kGateOpen), kA, state(1));
  CHECK(opened.next == state(2));
  CHECK(opened.mode == Mode::kCommuting);
  CHECK(opened.result == 0);
  const Outcome arrived = only(operation(Kind::kGateOpen, 0, 1), kA, state(1));
  CHECK(arrived.next == state(2));
  CHECK(arrived.mode == Mode::kExclusive);
  CHECK(arrived.result == 1);
  CHECK(blocked(operation(Kind::kGateWait, 3), kB, opened.next));
  CHECK(only(operation(Kind::kGateWait, 2), kB, opened.next).mode == Mode::kRead);
  CHECK(only(operation(Kind::kGateWait, 2, 1), kB, opened.next).next == state(0));
}

TEST_CASE("a probe sees whether an operation would block, and changes nothing") {
  for (const auto& [wanted, now] :
       {std::pair(operation(Kind::kLock), held_by(kA)), std::pair(operation(Kind::kLock), state(0)),
        std::pair(operation(Kind::kLock, 1), held_by(kB)),
        std::pair(operation(Kind::kLockShared), state(0, 0, {kA})),
        std::pair(operation(Kind::kAcquire), state(0)),
        std::pair(operation(Kind::kLatchWait), state(1)),
        std::pair(operation(Kind::kPhaseWait, 0, 1), state(2, 2)),
        std::pair(operation(Kind::kAwait, 5), state(4)),
        std::pair(operation(Kind::kOnceEnter), state(1))}) {
    const Outcome seen = only(probe_for(wanted), kB, now);
    CHECK(seen.result == (blocked(wanted, kB, now) ? 1 : 0));
    CHECK(seen.mode == Mode::kRead);
    CHECK(probed_operation(probe_for(wanted)) == wanted);
  }
}

TEST_CASE("a choice has as many outcomes as values") {
  REQUIRE(outcome_count(operation(Kind::kChoose, 4), kA, {}) == 4);
  for (std::uint32_t i = 0; i < 4; ++i) {
    CHECK(outcome(operation(Kind::kChoose, 4), kA, {}, i).result == i);
    CHECK(outcome(operation(Kind::kChoose, 4), kA, {}, i).label == i);
  }
}

TEST_CASE("a set of threads holds as many as there can be, and returns them in order") {
  ThreadSet set;
  for (unsigned i = 0; i < kMaxThreads; i += 3) set.add(ThreadId(i));
  REQUIRE(set.size() == 86);  // 0, 3 … 255
  for (unsigned rank = 0; rank < set.size(); ++rank) CHECK(set.at(rank) == ThreadId(3 * rank));
  set.remove(ThreadId(255));
  CHECK_FALSE(set.has(ThreadId(255)));
  CHECK(set.has(ThreadId(252)));
  CHECK(set.size() == 85);
}

TEST_CASE("an atomic without a first value may be stored to, and read from then on") {
  State fresh;
  fresh.value = 7;
  fresh.extra = kUnwritten;
  for (const Kind kind : {Kind::kLoad, Kind::kFetch, Kind::kCompareExchange, Kind::kAtomicWait}) {
    CHECK(outcome({.kind = kind}, kA, fresh, 0).misuse == Misuse::kReadsUnwritten);
  }
  const Outcome stored = outcome({.kind = Kind::kStore, .a = 7}, kA, fresh, 0);
  CHECK(stored.misuse == Misuse::kNone);
  CHECK(outcome({.kind = Kind::kLoad}, kA, stored.next, 0).result == 7);
}

}  // namespace mcheck::semantics_test
