// SPDX-License-Identifier: MIT
// What several workers of one search report is put together.
#include "programs/mcheck/search/search_state.hpp"

#include <catch2/catch.hpp>

namespace mcheck::command::search_state_test {
namespace {

FailureReport failure_with(const char* schedule, std::uint32_t preemptions, bool is_simplest) {
  return {.message = "1 != 2",
          .schedule = schedule,
          .preemptions = preemptions,
          .minimised = is_simplest ? kSimplestSchedule : "not all were tried"};
}

TEST_CASE("of two reports of one bug, the one that is known to be the simplest is kept") {
  const FailureReport simplest = failure_with("mc1.p..b", 1, true);
  const FailureReport interrupted = failure_with("mc1.p..a", 1, false);
  const FailureReport fewer_preemptions = failure_with("mc1.p..c", 0, false);
  const auto kept = [](const FailureReport& first, const FailureReport& second) {
    SearchState state;
    state.add(first);
    state.add(second);
    REQUIRE(state.failures.size() == 1);
    CHECK(state.failures[0].occurrences == 2);
    return state.failures[0].schedule;
  };
  CHECK(kept(simplest, interrupted) == simplest.schedule);
  CHECK(kept(interrupted, simplest) == simplest.schedule);
  CHECK(kept(simplest, fewer_preemptions) == fewer_preemptions.schedule);
}

}  // namespace
}  // namespace mcheck::command::search_state_test
