// SPDX-License-Identifier: MIT
// Spin locks (docs/algorithms/spin_loops.md): verified although they may spin for ever, and counted
// as if each wait were one blocking read.
#include "tests/runtime/loops/spin_locks.hpp"
#include "engine/platform/processor/raw_copy.hpp"

namespace mcheck::spin_locks_test {
namespace {

using namespace spinning;

constexpr unsigned kMost = mcheck::kAddressSanitizer ? 3 : 4;

std::uint64_t factorial(unsigned n) { return n <= 1 ? 1 : n * factorial(n - 1); }

template <class Lock>
ExploredResults verify(unsigned n, std::uint64_t expected) {
  const ExploredResults trust = explore_results(lock_once<Lock>(n), {.strategy = "trust"});
  CHECK(trust.summary.verdict == mcheck::verdict::verified);
  if (expected > 0) CHECK(trust.summary.executions == expected);
  CHECK(std::count(trust.results.begin(), trust.results.end(), true) ==
        static_cast<std::ptrdiff_t>(factorial(n)));
  if (n == 2 && !mcheck::kAddressSanitizer) {  // with AddressSanitizer, comparing all memory costs
                                               // a hundred times more
    const ExploredResults all = explore_results(lock_once<Lock>(n), {.strategy = "dfs"});
    CHECK(all.summary.verdict == mcheck::verdict::verified);
    CHECK(all.results == trust.results);
  }
  return trust;
}

template <template <class> class Lock>
void verify_both(unsigned n, std::uint64_t expected) {
  const auto a = verify<Lock<Bare>>(n, expected).summary.executions;
  const auto b = verify<Lock<Yielding>>(n, expected).summary.executions;
  CHECK(a == b);
}

}  // namespace

TEST_CASE("locks in which waiting threads only wait have N! classes, the orders of entry") {
  for (unsigned n = 2; n <= 3; ++n) {
    INFO(n << " threads");
    verify_both<Tas>(n, factorial(n));
    verify_both<Flag>(n, factorial(n));
    verify_both<Cas>(n, factorial(n));
    verify_both<Ticket>(n, factorial(n));
    verify_both<Clh>(n, factorial(n));
  }
  verify_both<Tas>(4, 24);
  verify_both<Ticket>(4, 24);
}

// After each release, any number of waiting threads may have seen the lock free, and come too late.
TEST_CASE("a lock that is tested first has (N!)^2 classes") {
  for (unsigned n = 2; n <= kMost; ++n) verify<Ttas<Bare>>(n, factorial(n) * factorial(n));
  verify<Ttas<Yielding>>(3, 36);
}

// Each order of entry as often as its hand-overs can be seen in advance or not: the Catalan
// numbers.
TEST_CASE("a queue in which each thread is released by the one before has N! C(N) classes") {
  verify_both<Mcs>(2, 2 * 2);
  verify_both<Mcs>(3, 6 * 5);
  if (kMost >= 4) verify_both<Mcs>(4, 24 * 14);
}

TEST_CASE("two threads that test two variables in turn exclude each other") {
  verify_both<Peterson>(2, 0);
}

TEST_CASE("broken locks are found") {
  struct Torn : Tas<Bare> {
    void lock(unsigned) {
      while (taken.load()) {
      }
      taken.store(true);
    }
  };
  check_bug(lock_once<Torn>(2), "race", "data race on `order`");
  struct Greedy : Ticket<Bare> {
    void lock(unsigned) {
      const unsigned mine = next.load();
      next.store(mine + 1);
      while (serving.load() != mine) {
      }
    }
  };
  check_bug(lock_once<Greedy>(2), "livelock", "spins on `serving`");
  struct Forgets : Tas<Bare> {
    void unlock(unsigned me) {
      if (me == 0) taken.store(false);
    }
  };
  check_bug(lock_once<Forgets>(2), "livelock", "spins on `taken` (exchange, value 1)");
  struct Skips : Clh<Bare> {
    void unlock(unsigned me) {
      if (before[me] == 4) busy[me].store(false);
    }
  };
  check_bug(lock_once<Skips>(3), "livelock", "spins on");
  struct Loses : Mcs<Bare> {
    void unlock(unsigned me) {
      if (nodes[me].next.load() == kNobody) {
        tail.store(kNobody);
        return;
      }
      nodes[nodes[me].next.load()].wait.store(false);
    }
  };
  check_bug(lock_once<Loses>(2), "livelock", "spins on `wait`");
  struct Polite : Peterson<Bare> {
    void lock(unsigned me) {
      turn.store(1 - me);
      wants[me].store(true);
      while (wants[1 - me].load() && turn.load() == 1 - me) {
      }
    }
  };
  check_bug(lock_once<Polite>(2), "race", "data race on `order`");
}

}  // namespace mcheck::spin_locks_test
