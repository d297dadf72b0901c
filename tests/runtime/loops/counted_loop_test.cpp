// SPDX-License-Identifier: MIT
// Loops that count their iterations: docs/algorithms/spin_loops.md. Loops of few iterations are
// explored iteration by iteration, and give the expected results of those of many.
#include <string>
#include <vector>

#include "tests/runtime/loops/spinning.hpp"

namespace mcheck::counted_loop_test {
namespace {

using namespace spinning;
using mcheck::atomic;

constexpr int kMany = 10'000;
constexpr int kSome = 1'050;  // and yet not iteration by iteration
// On some machines setting the thread pointer is a system call, twice in each iteration.
constexpr double kLong = 200;

enum class AfterLoop { kNothing, kCount, kSum, kLate, kLast };

// The consumer's result: 1 saw the value while it spun, 2 afterwards, 3 never.
unsigned spin_then_load(int iterations, AfterLoop after_loop) {
  atomic<int> count{0, "count"};
  unsigned reached = 0;
  mcheck::thread producer([&] { count.store(1); });
  int sum = 0;
  int iteration = 0;
  while (iteration < iterations && reached == 0) {
    const int seen = count.load();
    if (after_loop == AfterLoop::kSum) {
      sum += seen;
    } else if (seen > 0) {
      reached = after_loop == AfterLoop::kLate && iteration > 7000 ? 4 : 1;
      if (after_loop == AfterLoop::kLast && iteration == iterations - 1) reached = 5;
    }
    ++iteration;
  }
  if (after_loop == AfterLoop::kCount) count.store(100 + iteration);
  if (after_loop == AfterLoop::kSum) count.store(100 + sum);
  if (reached == 0) reached = count.fetch_sub(1) > 0 ? 2 : 3;
  producer.join();
  return reached;
}

unsigned two_takers(int iterations) {
  atomic<int> left{0, "left"};
  atomic<unsigned> got{0, "got"};
  const auto take = [&](unsigned me) {
    for (int iteration = iterations; --iteration >= 0;) {
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

unsigned try_then_lock(int iterations) {
  mcheck::mutex guard;
  unsigned order = 1;
  mcheck::thread other([&] {
    const mcheck::lock_guard lock(guard);
    order = order * 2;
  });
  bool has = false;
  for (int iteration = 0; iteration < iterations && !has; ++iteration) {
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
unsigned loses_wake_up(int iterations) {
  atomic<int> ready{0, "ready"};
  atomic<int> sleeps{0, "sleeps"};
  mcheck::counting_semaphore<> wake_up(0);
  mcheck::thread notifier([&] {
    if (sleeps.load() > 0) wake_up.release();
    ready.store(1);
  });
  bool seen = false;
  for (int iteration = 0; iteration < iterations && !seen; ++iteration) seen = ready.load() != 0;
  if (!seen) {
    sleeps.store(1);
    wake_up.acquire();
  }
  notifier.join();
  return 0;
}

struct Setup {
  std::string strategy;
  mcheck::backtracking backtrack = mcheck::backtracking::restore;
};

std::vector<Setup> all_setups() {
  std::vector<Setup> setups;
  for (const char* strategy : {"dfs", "trust", "optimal"}) {
    setups.push_back({strategy, mcheck::backtracking::restore});
    setups.push_back({strategy, mcheck::backtracking::rerun});
  }
  return setups;
}

// Once with many iterations, else with some: each is run several times in an execution.
void check_same_results(const std::function<unsigned(int)>& body,
                        const std::vector<Setup>& setups) {
  const ExploredResults three = explore_results([&] { return body(3); }, {.strategy = "dfs"});
  const ExploredResults five = explore_results([&] { return body(5); }, {.strategy = "dfs"});
  CHECK(three.summary.verdict == mcheck::verdict::verified);
  CHECK(five.summary.verdict == mcheck::verdict::verified);
  CHECK(three.results == five.results);
  for (const Setup& setup : setups) {
    const bool once = setup.strategy == "trust" && setup.backtrack == mcheck::backtracking::restore;
    const ExploredResults many = explore_results(
        [&] { return body(once ? kMany : kSome); },
        {.strategy = setup.strategy, .seconds = kLong, .backtrack = setup.backtrack});
    CHECK(many.summary.verdict == mcheck::verdict::verified);
    CHECK(many.results == five.results);
  }
}

}  // namespace

TEST_CASE("a loop that loads ten thousand times ends as one of few iterations does") {
  check_same_results([](int iterations) { return spin_then_load(iterations, AfterLoop::kNothing); },
                     all_setups());
}

TEST_CASE(
    "loops that take by compare-exchange ten thousand times end as those of few iterations do") {
  check_same_results(two_takers, {{"trust"}, {"trust", mcheck::backtracking::rerun}, {"optimal"}});
}

// 1,418 executions; rerunning them from the beginning takes minutes.
TEST_CASE("loops that take by compare-exchange end as those of few iterations do by dfs, too") {
  check_same_results(two_takers, {{"dfs"}});
}

TEST_CASE("a loop that tries a lock ten thousand times ends as one of few iterations does") {
  check_same_results(try_then_lock, all_setups());
}

TEST_CASE("a loop that counts its iterations has as many classes with more of them") {
  const auto executions = [](int iterations) {
    return explore_results([&] { return spin_then_load(iterations, AfterLoop::kNothing); },
                           {.strategy = "trust"})
        .summary.executions;
  };
  CHECK(executions(kMany) == executions(2000));
  // seen in iteration 1 or 2, in one of the last two, after the loop, or not at all
  CHECK(executions(kMany) == 6);
}

TEST_CASE("a loop of fewer than a thousand iterations is explored iteration by iteration") {
  const ExploredResults all = explore_results(
      [] { return spin_then_load(300, AfterLoop::kNothing); }, {.strategy = "trust"});
  CHECK(all.summary.verdict == mcheck::verdict::verified);
  CHECK(all.summary.executions == 302);  // seen in any iteration, after the loop, or not at all
}

TEST_CASE("what depends on the count of iterations is not verified") {
  for (const AfterLoop after_loop : {AfterLoop::kCount, AfterLoop::kSum, AfterLoop::kLate}) {
    const ExploredResults found =
        explore_results([&] { return spin_then_load(kMany, after_loop); }, {.strategy = "trust"});
    CHECK(found.summary.verdict == mcheck::verdict::incomplete);
  }
}

TEST_CASE("what only the last iteration of ten thousand does wrong is found, and replayed") {
  check_bug(
      [] {
        const unsigned reached = spin_then_load(kMany, AfterLoop::kLast);
        mcheck::check(reached != 5, "seen in the last turn");
        return reached;
      },
      "check", "last turn");
}

TEST_CASE("a wake-up that is lost after ten thousand iterations is found, and replayed") {
  check_bug([] { return loses_wake_up(kMany); }, "deadlock", "permit");
}

}  // namespace mcheck::counted_loop_test
