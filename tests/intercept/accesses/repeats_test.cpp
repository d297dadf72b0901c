// SPDX-License-Identifier: MIT
// Steps that a thread repeats while no other thread is chosen are recorded later
// (engine/search/execution/repeated_step.hpp), which must not change any result. In isolated
// executions each step suspends the thread: both must agree.
#include <catch2/catch.hpp>
#include <string>

#include "tests/intercept/unmodified.hpp"

namespace mcheck::repeats_test {
namespace {

using unmodified_programs::result_of;

Json explored_by(const std::string& strategy, const std::string& what, const std::string& options) {
  const std::string seed = strategy[0] == 'r' || strategy[0] == 'p' ? " --seed 3" : "";
  return result_of("repeats",
                   "--strategy " + strategy + seed + " --executions 40 --steps 20000 " + options,
                   quoted(what));
}

}  // namespace

TEST_CASE("repeated steps give the same results as steps that suspend") {
  for (const char* what : {"arithmetic", "between", "made anew", "with another", "wakes", "races",
                           "publishes", "together", "fails", "crashes", "dies"}) {
    for (const char* strategy : {"optimal", "dfs", "random", "pct", "pos"}) {
      INFO(what << ", " << strategy);
      const Json with = explored_by(strategy, what, "");
      const Json without = explored_by(strategy, what, "--isolate fork");
      REQUIRE(with["verdict"].text() == without["verdict"].text());
      CHECK(with["executions"].natural() == without["executions"].natural());
      CHECK(with["classes"].natural() == without["classes"].natural());
      REQUIRE(with["failures"].elements().size() == without["failures"].elements().size());
      if (with["failures"].elements().empty()) continue;
      const Json& failure = with["failures"].elements()[0];
      const Json& other = without["failures"].elements()[0];
      CHECK(failure["message"].text() == other["message"].text());
      CHECK(failure["trace"].elements().size() == other["trace"].elements().size());
    }
  }
}

TEST_CASE("repeated steps are counted and reported as events") {
  const Json right = explored_by("dfs", "arithmetic", "");
  CHECK(right["events"].natural() >= 7 * 700);
  const Json fails = explored_by("dfs", "fails", "");
  const Json& failure = fails["failures"].elements()[0];
  CHECK(failure["kind"].text() == "assertion");
  CHECK(failure["trace"].elements().size() >= 258);
}

// The engine notices progress of a thread in time.
TEST_CASE("a thread that does the same slowly, many times, is no hang") {
  for (const char* strategy : {"dfs", "random", "pct"}) {
    const Json slow = result_of(
        "repeats",
        "--strategy " + std::string(strategy) + " --executions 1 --patience 0.4s --time 60s",
        "slow");
    INFO(strategy << ": " << slow["reason"].text());
    CHECK(slow["failures"].elements().empty());
    CHECK(slow["verdict"].text() != "bug");
    CHECK(slow["executions"].natural() == 1);
  }
}

}  // namespace mcheck::repeats_test
