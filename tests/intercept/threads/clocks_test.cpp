// SPDX-License-Identifier: MIT
// Time in unmodified programs.
#include "tests/intercept/unmodified.hpp"

namespace mcheck::unmodified_programs::clocks_test {

TEST_CASE("clocks go on with looks and sleeps, and follow creation and join") {
  CHECK(outcome_of("times", "", "all") == "verified");
}

TEST_CASE("no clock is behind a time in the causal past of its thread") {
  for (const std::string strategy : {"optimal", "dfs", "states", "auto"}) {
    for (const char* how : {"mutex", "condition", "relaxed", "another", "future"}) {
      INFO(strategy << ", " << how);
      CHECK(outcome_of("shared_times", "--strategy " + strategy, how) == "verified");
    }
    CHECK(outcome_of("shared_times", "--strategy " + strategy, "unordered") == "assertion");
  }
  CHECK(outcome_of("shared_times", "--memory sc", "relaxed") == "verified");
  CHECK(outcome_of("shared_times", "--isolate fork", "mutex") == "verified");
  CHECK(outcome_of("shared_times", "--races ignore", "mutex") == "incomplete");
}

TEST_CASE("a loop until a deadline ends, with a few dozen reads at most") {
  const Json result = result_of("times", "", "deadline");
  CHECK(result["verdict"].text() == "verified");
  // Each clock read before the deadline also reads the flag once, before or after it is set.
  CHECK(result["executions"].natural() < 50);
  CHECK(outcome_of("times", "--strategy dfs", "deadline") == "verified");
}

TEST_CASE("a sleep orders nothing, however long it is") {
  CHECK(outcome_of("times", "", "sleep_is_no_order") == "assertion");
}

}  // namespace mcheck::unmodified_programs::clocks_test
