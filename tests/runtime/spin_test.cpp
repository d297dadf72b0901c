// SPDX-License-Identifier: MIT
// Loops that poll: docs/algorithms/spin_loops.md. Locks and handshakes as people write them, to be
// verified although they may go round for ever, and counted as if each wait were one blocking read.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <functional>
#include <vector>

#include <mcheck/mcheck.hpp>

namespace {

using mcheck::atomic;

std::uint64_t factorial(unsigned n) { return n <= 1 ? 1 : n * factorial(n - 1); }

// Each of n threads runs it once, told its number.
template <class Body>
void team(unsigned n, const Body& body) {
  std::vector<mcheck::thread> threads;
  for (unsigned i = 0; i < n; ++i) threads.emplace_back([&body, i] { body(i); });
  for (mcheck::thread& thread : threads) thread.join();
}

struct Bare {
  static void pause() {}
};
struct Yielding {
  static void pause() { mcheck::this_thread::yield(); }
};

template <class Pause>
struct Tas {
  atomic<bool> taken{false, "taken"};
  void lock(unsigned) {
    while (taken.exchange(true)) Pause::pause();
  }
  void unlock(unsigned) { taken.store(false); }
};

template <class Pause>
struct Flag {
  mcheck::atomic_flag taken{"taken"};
  void lock(unsigned) {
    while (taken.test_and_set()) Pause::pause();
  }
  void unlock(unsigned) { taken.clear(); }
};

template <class Pause>
struct Ttas {
  atomic<bool> taken{false, "taken"};
  void lock(unsigned) {
    for (;;) {
      while (taken.load()) Pause::pause();
      if (!taken.exchange(true)) return;
    }
  }
  void unlock(unsigned) { taken.store(false); }
};

template <class Pause>
struct Cas {
  atomic<int> owner{0, "owner"};
  void lock(unsigned me) {
    int expected = 0;
    while (!owner.compare_exchange_weak(expected, static_cast<int>(me) + 1)) {
      expected = 0;
      Pause::pause();
    }
  }
  void unlock(unsigned) { owner.store(0); }
};

template <class Pause>
struct Ticket {
  atomic<unsigned> next{0, "next"};
  atomic<unsigned> serving{0, "serving"};
  unsigned now = 0;  // whose turn it is; only touched by who holds the lock
  void lock(unsigned) {
    const unsigned mine = next.fetch_add(1);
    while (serving.load() != mine) Pause::pause();
  }
  void unlock(unsigned) { serving.store(++now); }
};

template <class Pause>
struct Clh {
  std::array<atomic<bool>, 5> busy{};
  std::array<unsigned, 4> before{};
  atomic<unsigned> tail{4, "tail"};
  void lock(unsigned me) {
    busy[me].store(true);
    before[me] = tail.exchange(me);
    while (busy[before[me]].load()) Pause::pause();
  }
  void unlock(unsigned me) { busy[me].store(false); }
};

template <class Pause>
struct Mcs {
  static constexpr unsigned kNobody = 9;
  struct Node {
    atomic<unsigned> next{kNobody, "next"};
    atomic<bool> wait{false, "wait"};
  };
  std::array<Node, 4> nodes;
  atomic<unsigned> tail{kNobody, "tail"};
  void lock(unsigned me) {
    nodes[me].wait.store(true);
    const unsigned before = tail.exchange(me);
    if (before == kNobody) return;
    nodes[before].next.store(me);
    while (nodes[me].wait.load()) Pause::pause();
  }
  void unlock(unsigned me) {
    unsigned expected = me;
    if (tail.compare_exchange_strong(expected, kNobody)) return;
    while (nodes[me].next.load() == kNobody) Pause::pause();
    nodes[nodes[me].next.load()].wait.store(false);
  }
};

// For two.
template <class Pause>
struct Peterson {
  std::array<atomic<bool>, 2> wants{};
  atomic<unsigned> turn{0, "turn"};
  void lock(unsigned me) {
    wants[me].store(true);
    turn.store(1 - me);
    while (wants[1 - me].load() && turn.load() == 1 - me) Pause::pause();
  }
  void unlock(unsigned me) { wants[me].store(false); }
};

// What an exploration saw: the verdict, and every final result.
struct Explored {
  mcheck::summary summary;
  std::array<bool, 1024> results{};
};

Explored explore(const std::function<unsigned()>& body, mcheck::options how) {
  Explored explored;
  how.seconds = 20;
  how.steps = 1000;
  explored.summary = mcheck::explore([&] { explored.results[body()] = true; }, how);
  const mcheck::summary& s = explored.summary;
  UNSCOPED_INFO(how.strategy << ": " << s.executions << " executions, " << s.probes << " probes, "
                             << s.events << " events " << s.failure << " " << s.message);
  return explored;
}

// Each thread locks once; the result is the order in which they had the lock.
template <class Lock>
std::function<unsigned()> lock_once(unsigned n) {
  return [n] {
    Lock lock;
    unsigned inside = 0;
    unsigned order = 0;
    team(n, [&](unsigned me) {
      lock.lock(me);
      mcheck::check(++inside == 1, "one thread at a time");
      order = order * 4 + me;
      --inside;
      lock.unlock(me);
    });
    return order;
  };
}

template <class Lock>
Explored verify(unsigned n, std::uint64_t expected) {
  const Explored trust = explore(lock_once<Lock>(n), {.strategy = "trust"});
  CHECK(trust.summary.verdict == mcheck::verdict::verified);
  if (expected > 0) CHECK(trust.summary.executions == expected);
  CHECK(std::count(trust.results.begin(), trust.results.end(), true) ==
        static_cast<std::ptrdiff_t>(factorial(n)));
  if (n == 2) {
    const Explored all = explore(lock_once<Lock>(n), {.strategy = "dfs"});
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

TEST_CASE("locks in which who waits does nothing but wait have N! classes, the orders of entry") {
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

TEST_CASE("ttas") {
  for (unsigned n = 2; n <= 3; ++n) verify_both<Ttas>(n, 0);
}
TEST_CASE("mcs") {
  for (unsigned n = 2; n <= 3; ++n) verify_both<Mcs>(n, 0);
}
TEST_CASE("peterson") { verify_both<Peterson>(2, 0); }
