// SPDX-License-Identifier: MIT
// Loops that poll: docs/algorithms/spin_loops.md. Locks and handshakes as people write them, to be
// verified although they may go round for ever, and counted as if each wait were one blocking read.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <functional>
#include <memory>
#include <variant>
#include <vector>

#include <mcheck/mcheck.hpp>

#include "dpor/trust.hpp"
#include "engine/host/exploration.hpp"
#include "engine/search/search.hpp"
#include "engine/trace/schedule.hpp"
#include "engine/world/raw_copy.hpp"
#include "tests/support/enumerate.hpp"
#include "tests/support/table_body.hpp"
#include "tests/support/table_executor.hpp"

namespace {

using mcheck::atomic;

std::uint64_t factorial(unsigned n) { return n <= 1 ? 1 : n * factorial(n - 1); }

bool has_await(const table::Program& program) {
  for (const auto& thread : program.threads) {
    for (const table::Statement& s : thread) {
      if (s.word == table::Word::kAwait) return true;
    }
  }
  return false;
}

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
    mcheck::shared<unsigned> order{0, "order"};
    team(n, [&](unsigned me) {
      lock.lock(me);
      order = order * 4 + me + 1;
      lock.unlock(me);
    });
    mcheck::check(order >= (n == 2 ? 6u : 27u), "one thread at a time");
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

namespace {

unsigned seqlock(bool checks_again) {
  atomic<unsigned> count{0, "count"};
  atomic<unsigned> left{0, "left"};
  atomic<unsigned> right{0, "right"};
  unsigned l = 0;
  unsigned r = 0;
  mcheck::thread writer([&] {
    for (unsigned i = 1; i <= 2; ++i) {
      count.store(2 * i - 1);
      left.store(i);
      right.store(i);
      count.store(2 * i);
    }
  });
  mcheck::thread reader([&] {
    unsigned before = 0;
    do {
      while (((before = count.load()) & 1) != 0) {
      }
      l = left.load();
      r = right.load();
    } while (checks_again && count.load() != before);
  });
  writer.join();
  reader.join();
  mcheck::check(l == r, "both from one write");
  return l;
}

unsigned handshake(bool answers) {
  atomic<int> asked{0, "asked"};
  atomic<int> answered{0, "answered"};
  int data = 0;
  mcheck::thread other([&] {
    while (asked.load() == 0) mcheck::this_thread::yield();
    const int seen = data;
    if (answers) answered.store(seen + 1);
  });
  data = 41;
  asked.store(1);
  while (answered.load() != 42) {
  }
  other.join();
  return 1;
}

void check_bug(const std::function<unsigned()>& body, const std::string& kind,
               const std::string& words) {
  for (const char* strategy : {"trust", "dfs"}) {
    for (const auto backtrack : {mcheck::backtracking::restore, mcheck::backtracking::rerun}) {
      const Explored found = explore(body, {.strategy = strategy, .backtrack = backtrack});
      CHECK(found.summary.verdict == mcheck::verdict::bug);
      CHECK(found.summary.failure == kind);
      CHECK_THAT(found.summary.message, Catch::Contains(words));
      const mcheck::Subject subject{.program = "explore",
                                    .test = "explore",
                                    .arguments = {},
                                    .body = [&] { (void)body(); }};
      const auto token = mcheck::parse_token(found.summary.schedule);
      REQUIRE(std::holds_alternative<mcheck::Token>(token));
      const auto schedule =
          mcheck::resolve(std::get<mcheck::Token>(token), subject.program, subject.test);
      REQUIRE(std::holds_alternative<mcheck::Schedule>(schedule));
      mcheck::options how;
      how.steps = 1000;
      const mcheck::Result again =
          mcheck::replay_subject(subject, how, std::get<mcheck::Schedule>(schedule), {}, nullptr);
      INFO(again.reason);
      REQUIRE(again.failures.size() == 1);
      CHECK(name_of(again.failures[0].kind) == kind);
      CHECK(again.failures[0].message == found.summary.message);
    }
  }
}

}  // namespace

TEST_CASE("a seqlock's reader goes round until it has read between two writes") {
  const Explored trust = explore([] { return seqlock(true); }, {.strategy = "trust"});
  CHECK(trust.summary.verdict == mcheck::verdict::verified);
  CHECK(trust.results[0]);
  CHECK(trust.results[1]);
  CHECK(trust.results[2]);
  const Explored all = explore([] { return seqlock(true); }, {.strategy = "dfs"});
  CHECK(all.summary.verdict == mcheck::verdict::verified);
  CHECK(all.results == trust.results);
  check_bug([] { return seqlock(false); }, "check", "both from one write");
}

TEST_CASE("who is waited for may wait in turn") {
  const Explored trust = explore([] { return handshake(true); }, {.strategy = "trust"});
  CHECK(trust.summary.verdict == mcheck::verdict::verified);
  CHECK(trust.summary.executions == 1);
  check_bug([] { return handshake(false); }, "livelock",
            "main spins on `answered` (load, value 0) for ever");
}

TEST_CASE("broken locks are found") {
  struct Torn : Tas<Bare> {
    void lock(unsigned) {
      while (taken.load()) {
      }
      taken.store(true);
    }
  };
  check_bug(lock_once<Torn>(2), "check", "one thread at a time");
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
  check_bug(lock_once<Polite>(2), "check", "one thread at a time");
}

TEST_CASE("who goes round in a circle of several operations for ever is a livelock") {
  check_bug(
      [] {
        atomic<bool> a{true, "a"};
        atomic<bool> b{true, "b"};
        mcheck::thread other([&] { a.store(false), a.store(true); });
        while (a.load() && b.load()) {
        }
        other.join();
        return 0;
      },
      "livelock", "main spins on");
}

TEST_CASE("a loop that counts its turns in memory that others may see is not idle") {
  const auto body = [] {
    atomic<bool> ready{false, "ready"};
    auto turns = std::make_unique<unsigned>(0);
    mcheck::thread other([&] {
      while (!ready.load()) {
        if (++*turns == 3) break;
      }
    });
    ready.store(true);
    other.join();
    return *turns;
  };
  for (const char* strategy : {"trust", "dfs"}) {
    const Explored found = explore(body, {.strategy = strategy});
    CHECK(found.summary.verdict == mcheck::verdict::verified);
    CHECK(found.summary.executions == 4);  // before the store: 0, 1, 2 loads, or 3
    for (unsigned turns = 0; turns <= 3; ++turns) CHECK(found.results[turns]);
  }
}

TEST_CASE("a loop that polls so many times and no more does all of them") {
  for (const bool yields : {false, true}) {
    const auto body = [yields] {
      atomic<bool> ready{false, "ready"};
      unsigned turns = 0;
      mcheck::thread other([&] {
        for (; turns < 5; ++turns) {
          if (ready.load()) break;
          if (yields) mcheck::this_thread::yield();
        }
      });
      ready.store(true);
      other.join();
      return turns;
    };
    for (const char* strategy : {"trust", "dfs"}) {
      const Explored found = explore(body, {.strategy = strategy});
      CHECK(found.summary.verdict == mcheck::verdict::verified);
      CHECK(found.summary.executions == 6);
      for (unsigned turns = 0; turns <= 5; ++turns) CHECK(found.results[turns]);
    }
  }
}

// The same local state, the same value read; what differs lies in memory.
TEST_CASE("whether a turn is idle may depend on data that came with what it read") {
  const auto body = [] {
    atomic<int> ready{0, "ready"};
    auto good = std::make_unique<bool>(false);
    mcheck::thread consumer([&] {
      while (ready.load() == 1 && !*good) {
      }
    });
    *good = mcheck::choose(2) == 1;
    const bool was_good = *good;
    ready.store(1);
    if (!was_good) ready.store(2);
    consumer.join();
    return was_good ? 1u : 0u;
  };
  for (const char* strategy : {"trust", "dfs"}) {
    const Explored found = explore(body, {.strategy = strategy});
    CHECK(found.summary.verdict == mcheck::verdict::verified);
    // Good: it looks before or after; bad: before, or after both. Unreduced, it looks before choose,
    // too.
    CHECK(found.summary.executions == (strategy == std::string("trust") ? 4 : 6));
  }
}

TEST_CASE("programs that poll have the classes that they would have if they awaited") {
  int compared = 0;
  for (std::uint64_t seed = 1; compared < (mcheck::kAddressSanitizer ? 30 : 400); ++seed) {
    const table::Program program = table::random_program(seed, 2 + static_cast<int>(seed % 3));
    if (!has_await(program)) continue;
    const table::Enumeration all = table::enumerate(program, -1, 3'000);
    if (!all.complete) continue;
    ++compared;
    INFO("seed " << seed << "\n" << table::text(program));
    mcheck::Identities identities;
    mcheck::Execution execution(identities);
    table::TableExecutor executor(program);
    mcheck::Trust trust;
    mcheck::SearchOptions options;
    options.stop_after = 0;
    mcheck::Search search(execution, executor, trust, options);
    const mcheck::SearchReport awaited = search.explore();
    const auto body = [&program] {
      unsigned sum = 0;
      for (const auto& r : table::run(program)) {
        for (const int value : r) sum = sum * 31 + static_cast<unsigned>(value);
      }
      return sum % 1024;
    };
    const Explored polled = explore(body, {.strategy = "trust", .stop_after = 0});
    CHECK(polled.summary.executions == awaited.executions);
    const Explored rerun = explore(body, {.strategy = "trust",
                                          .stop_after = 0,
                                          .backtrack = mcheck::backtracking::rerun});
    CHECK(polled.summary.executions == rerun.summary.executions);
    CHECK(polled.summary.traces_low == rerun.summary.traces_low);
    const Explored every = explore(body, {.strategy = "dfs", .stop_after = 0});
    CHECK(polled.results == every.results);
    CHECK(every.summary.executions == all.schedules);
    CHECK((polled.summary.verdict == mcheck::verdict::bug) == (all.deadlocks > 0));
    CHECK(polled.summary.verdict == every.summary.verdict);
  }
}
