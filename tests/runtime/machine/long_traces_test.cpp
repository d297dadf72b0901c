// SPDX-License-Identifier: MIT
// Traces of thousands of steps are searched as short ones are: random programs with few classes,
// with and without independent operations in between.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <vector>

#include <mcheck/mcheck.hpp>

#include "engine/platform/processor/raw_copy.hpp"
#include "tests/support/deep.hpp"
#include "tests/support/generators/long_traces.hpp"

namespace mcheck::long_traces_test {
namespace {

struct Explored {
  mcheck::summary summary;
  std::vector<unsigned> results;  // each once, in ascending order
};

struct Search {
  std::string strategy;
  mcheck::backtracking backtrack = mcheck::backtracking::automatic;
  int bound = -1;
  std::uint64_t executions = 0;
};

Explored explore(const long_traces::Plan& plan, unsigned padding, const Search& search) {
  mcheck::options how;
  how.strategy = search.strategy;
  how.backtrack = search.backtrack;
  how.bound = search.bound;
  how.executions = search.executions;
  how.steps = 1'000'000;
  Explored explored;
  std::array<unsigned, 256> results{};
  unsigned count = 0;
  explored.summary = mcheck::explore(
      [&] {
        long_traces::Runs<mcheck::atomic, mcheck::thread> run(plan, padding);
        const unsigned result = run();
        const auto end = results.begin() + count;
        if (std::find(results.begin(), end, result) == end) results.at(count++) = result;
      },
      how);
  explored.results.assign(results.begin(), results.begin() + count);
  std::ranges::sort(explored.results);
  return explored;
}

// Few enough that long traces of each are run in a moment.
bool has_few_classes(const long_traces::Plan& plan) {
  const Explored all = explore(plan, 0, {.strategy = "optimal", .executions = 9});
  return all.summary.executions > 1 && all.summary.executions <= 8;
}

void check_same(const long_traces::Plan& plan, const Search& search) {
  const Explored brief = explore(plan, 0, search);
  const Explored lengthy = explore(plan, 250, search);
  INFO(search.strategy << " " << brief.summary.message << " " << lengthy.summary.message);
  REQUIRE(lengthy.summary.verdict == brief.summary.verdict);
  REQUIRE(lengthy.summary.executions == brief.summary.executions);
  REQUIRE(lengthy.results == brief.results);
  REQUIRE(lengthy.summary.verdict != mcheck::verdict::not_repeatable);
  REQUIRE(lengthy.summary.events > lengthy.summary.executions * 100);
}

void check_repeats(const long_traces::Plan& plan, const Search& search) {
  const Explored lengthy = explore(plan, 250, search);
  INFO(search.strategy << " " << lengthy.summary.message);
  REQUIRE(lengthy.summary.failure.empty());
  REQUIRE(lengthy.summary.verdict != mcheck::verdict::not_repeatable);
}

}  // namespace

TEST_CASE("random programs have the classes in thousands of steps that they have in few") {
  const int wanted = is_deep() ? 1000 : mcheck::kAddressSanitizer ? 20 : 60;
  int compared = 0;
  int polled = 0;
  for (std::uint64_t seed = 1; compared < wanted; ++seed) {
    const long_traces::Plan plan = long_traces::random_plan(seed);
    if (!has_few_classes(plan)) continue;
    ++compared;
    INFO("seed " << seed);
    const auto again =
        compared % 2 == 0 ? mcheck::backtracking::restore : mcheck::backtracking::rerun;
    check_same(plan, {.strategy = "optimal", .backtrack = again});
    if (plan.polls) {
      // Leaving a spin site is no preemption, and long traces have more of these.
      ++polled;
      check_repeats(plan, {.strategy = "dfs", .backtrack = again, .executions = 3});
      check_repeats(plan, {.strategy = "random", .executions = 4});
    } else {
      check_same(plan, {.strategy = "optimal", .bound = 1});
      check_same(plan, {.strategy = "dfs", .bound = 0});
      check_same(plan, {.strategy = compared % 2 == 0 ? "odpor" : "source"});
    }
  }
  CHECK(polled > wanted / 8);
  CHECK(polled < wanted);
}

}  // namespace mcheck::long_traces_test
