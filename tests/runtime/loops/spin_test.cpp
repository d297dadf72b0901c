// SPDX-License-Identifier: MIT
// Spin loops: docs/algorithms/spin_loops.md. Which iterations are idle, which are not, and which
// loops wait for ever.
#include <memory>

#include "dpor/trust/trust.hpp"
#include "engine/platform/processor/raw_copy.hpp"
#include "engine/search/driver/search.hpp"
#include "tests/runtime/loops/spinning.hpp"
#include "tests/support/generators/random_programs.hpp"
#include "tests/support/oracle/enumerate.hpp"
#include "tests/support/table/table_body.hpp"
#include "tests/support/table/table_executor.hpp"

namespace mcheck::spin_test {
namespace {

using namespace spinning;
using mcheck::atomic;

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

}  // namespace

TEST_CASE("a seqlock's reader repeats until it has read between two writes") {
  const ExploredResults trust =
      explore_results([] { return seqlock(true); }, {.strategy = "trust"});
  CHECK(trust.summary.verdict == mcheck::verdict::verified);
  CHECK(trust.results[0]);
  CHECK(trust.results[1]);
  CHECK(trust.results[2]);
  if (!mcheck::kAddressSanitizer) {
    const ExploredResults all = explore_results([] { return seqlock(true); }, {.strategy = "dfs"});
    CHECK(all.summary.verdict == mcheck::verdict::verified);
    CHECK(all.results == trust.results);
  }
  check_bug([] { return seqlock(false); }, "check", "both from one write");
}

TEST_CASE("a thread that is waited for may wait in turn") {
  const ExploredResults trust =
      explore_results([] { return handshake(true); }, {.strategy = "trust"});
  CHECK(trust.summary.verdict == mcheck::verdict::verified);
  CHECK(trust.summary.executions == 1);
  check_bug([] { return handshake(false); }, "livelock",
            "main spins on `answered` (load, value 0) for ever");
}

TEST_CASE("a loop of several operations that never ends is a livelock") {
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

TEST_CASE("a loop that becomes endless after a thousand iterations is a livelock, too") {
  check_bug(
      [] {
        atomic<bool> a{true, "a"};
        atomic<bool> b{true, "b"};
        mcheck::thread other([&] {
          for (int iterations = 0; a.load() && b.load(); iterations += iterations < 1000 ? 1 : 0) {
          }
        });
        other.join();
        return 0;
      },
      "livelock", "spins on");
}

TEST_CASE("a loop that counts its iterations in memory that others may see is not idle") {
  const auto body = [] {
    atomic<bool> ready{false, "ready"};
    auto iterations = std::make_unique<unsigned>(0);
    mcheck::thread other([&] {
      while (!ready.load()) {
        if (++*iterations == 3) break;
      }
    });
    ready.store(true);
    other.join();
    return *iterations;
  };
  for (const char* strategy : {"trust", "dfs"}) {
    const ExploredResults found = explore_results(body, {.strategy = strategy});
    CHECK(found.summary.verdict == mcheck::verdict::verified);
    CHECK(found.summary.executions == 4);  // before the store: 0, 1, 2 loads, or 3
    for (unsigned iterations = 0; iterations <= 3; ++iterations) CHECK(found.results[iterations]);
  }
}

TEST_CASE("a loop that spins a fixed number of times does all of them") {
  for (const bool yields : {false, true}) {
    const auto body = [yields] {
      atomic<bool> ready{false, "ready"};
      unsigned iterations = 0;
      mcheck::thread other([&] {
        for (; iterations < 5; ++iterations) {
          if (ready.load()) break;
          if (yields) mcheck::this_thread::yield();
        }
      });
      ready.store(true);
      other.join();
      return iterations;
    };
    for (const char* strategy : {"trust", "dfs"}) {
      const ExploredResults found = explore_results(body, {.strategy = strategy});
      CHECK(found.summary.verdict == mcheck::verdict::verified);
      CHECK(found.summary.executions == 6);
      for (unsigned iterations = 0; iterations <= 5; ++iterations) CHECK(found.results[iterations]);
    }
  }
}

// The same local state, the same value read; the difference is in memory.
TEST_CASE("whether an iteration is idle may depend on data that came with what it read") {
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
    const ExploredResults found = explore_results(body, {.strategy = strategy});
    CHECK(found.summary.verdict == mcheck::verdict::verified);
    // Good: it reads before or after; bad: before, or after both. Unreduced, it also reads before
    // choose.
    CHECK(found.summary.executions == (strategy == std::string("trust") ? 4 : 6));
  }
}

// Each order of the tickets is one execution; a thread that arrives after the number has changed is
// tried with the numbers that it has missed.
TEST_CASE("versions that a thread has missed are no executions of their own") {
  const auto body = [] {
    atomic<unsigned> next{0, "next"};
    atomic<unsigned> serving{0, "serving"};
    team(4, [&](unsigned) {
      const unsigned mine = next.fetch_add(1);
      while (serving.load() != mine) {
      }
      serving.store(mine + 1);
    });
    return 0;
  };
  for (const auto backtrack : {mcheck::backtracking::restore, mcheck::backtracking::rerun}) {
    const ExploredResults found =
        explore_results(body, {.strategy = "trust", .backtrack = backtrack});
    CHECK(found.summary.verdict == mcheck::verdict::verified);
    CHECK(found.summary.executions == 24);
    CHECK(found.summary.probes <= 6);
  }
}

TEST_CASE("programs that spin have the classes that they would have if they awaited") {
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
    const ExploredResults polled = explore_results(body, {.strategy = "trust", .stop_after = 0});
    CHECK(polled.summary.executions == awaited.executions);
    const ExploredResults rerun = explore_results(
        body, {.strategy = "trust", .stop_after = 0, .backtrack = mcheck::backtracking::rerun});
    CHECK(polled.summary.executions == rerun.summary.executions);
    CHECK(polled.summary.traces_low == rerun.summary.traces_low);
    const ExploredResults every = explore_results(body, {.strategy = "dfs", .stop_after = 0});
    CHECK(polled.results == every.results);
    CHECK(every.summary.executions == all.schedules);
    CHECK((polled.summary.verdict == mcheck::verdict::bug) == (all.deadlocks > 0));
    CHECK(polled.summary.verdict == every.summary.verdict);
  }
}

}  // namespace mcheck::spin_test
