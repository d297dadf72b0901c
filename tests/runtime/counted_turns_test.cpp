// SPDX-License-Identifier: MIT
// Loops that count their iterations: docs/algorithms/spin_loops.md. Loops of few iterations are
// explored iteration by iteration, and give the expected results of those of many.
#include <string>
#include <vector>

#include "tests/runtime/spinning.hpp"

namespace {

using namespace spinning;
using mcheck::atomic;

constexpr int kMany = 10'000;
constexpr int kSome = 1'050;  // and yet not iteration by iteration
// On some machines setting the thread pointer is a system call, twice in each iteration.
constexpr double kLong = 200;

enum class After { kNothing, kCount, kSum, kLate, kLast };

// The consumer's result: 1 saw the value while it spun, 2 afterwards, 3 never.
unsigned spin_then_look(int turns, After after) {
  atomic<int> count{0, "count"};
  unsigned came_to = 0;
  mcheck::thread producer([&] { count.store(1); });
  int sum = 0;
  int turn = 0;
  while (turn < turns && came_to == 0) {
    const int seen = count.load();
    if (after == After::kSum) {
      sum += seen;
    } else if (seen > 0) {
      came_to = after == After::kLate && turn > 7000 ? 4 : 1;
      if (after == After::kLast && turn == turns - 1) came_to = 5;
    }
    ++turn;
  }
  if (after == After::kCount) count.store(100 + turn);
  if (after == After::kSum) count.store(100 + sum);
  if (came_to == 0) came_to = count.fetch_sub(1) > 0 ? 2 : 3;
  producer.join();
  return came_to;
}

unsigned two_take(int turns) {
  atomic<int> left{0, "left"};
  atomic<unsigned> got{0, "got"};
  const auto take = [&](unsigned me) {
    for (int turn = turns; --turn >= 0;) {
      int seen = left.load();
      if (seen > 0 && left.compare_exchange_strong(seen, seen - 1)) {
        got.fetch_add(1u << me);
        return;
      }
    }
  };
  mcheck::thread first([&] { take(0); });
  mcheck::thread second([&] { take(1); });
  left.store(1);
  first.join();
  second.join();
  return got.load();
}

unsigned try_then_lock(int turns) {
  mcheck::mutex guard;
  unsigned order = 1;
  mcheck::thread other([&] {
    const mcheck::lock_guard lock(guard);
    order = order * 2;
  });
  bool has = false;
  for (int turn = 0; turn < turns && !has; ++turn) {
    has = guard.try_lock();
    if (!has) mcheck::this_thread::yield();
  }
  if (!has) guard.lock();
  order += 3;
  guard.unlock();
  other.join();
  return order;
}

// The notifier releases the semaphore only if it has seen the sleeper.
unsigned loses_wake_up(int turns) {
  atomic<int> ready{0, "ready"};
  atomic<int> sleeps{0, "sleeps"};
  mcheck::counting_semaphore<> wake_up(0);
  mcheck::thread teller([&] {
    if (sleeps.load() > 0) wake_up.release();
    ready.store(1);
  });
  bool seen = false;
  for (int turn = 0; turn < turns && !seen; ++turn) seen = ready.load() != 0;
  if (!seen) {
    sleeps.store(1);
    wake_up.acquire();
  }
  teller.join();
  return 0;
}

struct Way {
  std::string strategy;
  mcheck::backtracking backtrack = mcheck::backtracking::restore;
};

std::vector<Way> all_ways() {
  std::vector<Way> ways;
  for (const char* strategy : {"dfs", "trust", "optimal"}) {
    ways.push_back({strategy, mcheck::backtracking::restore});
    ways.push_back({strategy, mcheck::backtracking::rerun});
  }
  return ways;
}

// Once with many iterations, else with some: each is run several times in an execution.
void check_same_results(const std::function<unsigned(int)>& body, const std::vector<Way>& ways) {
  const Explored three = explore([&] { return body(3); }, {.strategy = "dfs"});
  const Explored five = explore([&] { return body(5); }, {.strategy = "dfs"});
  CHECK(three.summary.verdict == mcheck::verdict::verified);
  CHECK(five.summary.verdict == mcheck::verdict::verified);
  CHECK(three.results == five.results);
  for (const Way& way : ways) {
    const bool once = way.strategy == "trust" && way.backtrack == mcheck::backtracking::restore;
    const Explored many =
        explore([&] { return body(once ? kMany : kSome); },
                {.strategy = way.strategy, .seconds = kLong, .backtrack = way.backtrack});
    CHECK(many.summary.verdict == mcheck::verdict::verified);
    CHECK(many.results == five.results);
  }
}

}  // namespace

TEST_CASE("a loop that looks ten thousand times ends as one of few turns does") {
  check_same_results([](int turns) { return spin_then_look(turns, After::kNothing); }, all_ways());
}

TEST_CASE("loops that take by compare-exchange ten thousand times end as those of few iterations do") {
  check_same_results(two_take, {{"trust"}, {"trust", mcheck::backtracking::rerun}, {"optimal"}});
}

// 1,418 executions; rerunning them from the beginning takes minutes.
TEST_CASE("loops that take by compare-exchange end as those of few iterations do by dfs, too") {
  check_same_results(two_take, {{"dfs"}});
}

TEST_CASE("a loop that tries a lock ten thousand times ends as one of few iterations does") {
  check_same_results(try_then_lock, all_ways());
}

TEST_CASE("a loop that counts its iterations has as many classes with more of them") {
  const auto executions = [](int turns) {
    return explore([&] { return spin_then_look(turns, After::kNothing); }, {.strategy = "trust"})
        .summary.executions;
  };
  CHECK(executions(kMany) == executions(2000));
  // seen in iteration 1 or 2, in one of the last two, after the loop, or not at all
  CHECK(executions(kMany) == 6);
}

TEST_CASE("a loop of fewer than a thousand turns is explored turn by turn") {
  const Explored all =
      explore([] { return spin_then_look(300, After::kNothing); }, {.strategy = "trust"});
  CHECK(all.summary.verdict == mcheck::verdict::verified);
  CHECK(all.summary.executions == 302);  // seen in any iteration, after the loop, or not at all
}

TEST_CASE("what depends on the count of turns is not verified") {
  for (const After after : {After::kCount, After::kSum, After::kLate}) {
    const Explored found =
        explore([&] { return spin_then_look(kMany, after); }, {.strategy = "trust"});
    CHECK(found.summary.verdict == mcheck::verdict::incomplete);
  }
}

TEST_CASE("what only the last turn of ten thousand does wrong is found, and replayed") {
  check_bug(
      [] {
        const unsigned came_to = spin_then_look(kMany, After::kLast);
        mcheck::check(came_to != 5, "seen in the last turn");
        return came_to;
      },
      "check", "last turn");
}

TEST_CASE("a wake-up that is lost after ten thousand iterations is found, and replayed") {
  check_bug([] { return loses_wake_up(kMany); }, "deadlock", "permit");
}
