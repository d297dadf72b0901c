// SPDX-License-Identifier: MIT
// Loops: a search by states decides what the default strategy decides, and is never sure where
// there is a fair cycle.
#include "tests/intercept/states/compared_states.hpp"
#include "tests/intercept/unmodified.hpp"

namespace mcheck::state_loops_test {
namespace {

compared_states::Searched by(const std::string& strategy, const std::string& loop) {
  return compared_states::search(unmodified_programs::program("state_loops"), "-- " + quoted(loop),
                                 strategy, 5000);
}

}  // namespace

TEST_CASE("loops that end are verified by states, with the schedules of depth-first search") {
  for (const char* const loop : {"flag", "spin lock", "peterson", "hand over"}) {
    INFO(loop);
    CHECK(by("states", loop).verdict == "verified");
    CHECK(compared_states::compare(unmodified_programs::program("state_loops"),
                                   "-- " + quoted(loop), 5000));
  }
}

TEST_CASE("a fair cycle of states is the livelock that the default strategy reports") {
  for (const char* const loop :
       {"no flag", "polite", "try and give back", "server", "two servers", "check then set"}) {
    INFO(loop);
    const compared_states::Searched found = by("states", loop);
    const std::string kind = loop == std::string("check then set") ? "race" : "livelock";
    REQUIRE_FALSE(found.failures.empty());
    CHECK(found.failures.begin()->substr(0, kind.size()) == kind);
    CHECK_FALSE(by("optimal", loop).failures.empty());
  }
}

// The waiting thread is scheduled again and again, each time while the flag is down. The search
// said that this is verified.
TEST_CASE("a thread that spins for ever beside one that repeats starves") {
  const compared_states::Searched found = by("states", "starvation");
  REQUIRE(found.failures.size() == 1);
  CHECK(found.failures.begin()->substr(0, 10) == "starvation");
}

}  // namespace mcheck::state_loops_test
