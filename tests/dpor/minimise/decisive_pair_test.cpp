// SPDX-License-Identifier: MIT
// The decisive pairs of failing random programs, compared with an enumeration of all continuations
// of each prefix of the failing schedule.
#include "dpor/minimise/decisive_pair.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <span>

#include "dpor/minimise/minimise.hpp"
#include "tests/dpor/minimise/failing_table.hpp"
#include "tests/support/deep.hpp"

namespace mcheck::decisive_pair_test {
namespace {

constexpr std::uint64_t kMaxSchedules = 4000;

int programs() { return is_deep() ? 4000 : 200; }

// A schedule of the failure: as found, or minimised.
std::optional<std::vector<mcheck::Transition>> failing_schedule(failing::FailureRunner& runner,
                                                                std::uint64_t seed) {
  auto transitions = runner.find_random_failure(seed);
  if (!transitions || !runner.trial_runs().reproduces(*transitions)) return std::nullopt;
  if (seed % 3 == 0) return transitions;
  mcheck::TrialBudget budget(60, 10'000'000);
  return mcheck::minimise(runner.trial_runs(), *transitions, budget).transitions;
}

using Steps = std::vector<table::ScheduleStep>;

std::span<const table::ScheduleStep> first(const Steps& steps, std::size_t count) {
  return std::span(steps).first(count);
}

bool same_prefix(const Steps& a, const Steps& b, std::size_t count) {
  return std::ranges::equal(first(a, count), first(b, count));
}

}  // namespace

TEST_CASE("after the decisive step every continuation fails, and before it one does not") {
  int compared = 0;
  int with_rival = 0;
  for (std::uint64_t seed = 1; compared < programs(); ++seed) {
    const auto failing_program = failing::random_failing_program(seed, kMaxSchedules);
    if (!failing_program) continue;
    failing::FailureRunner runner(*failing_program);
    const auto transitions = failing_schedule(runner, seed);
    if (!transitions) continue;
    ++compared;
    mcheck::TrialBudget budget(60, 10'000'000);
    const auto decisive = mcheck::find_decisive_pair(runner.trial_runs(), *transitions, budget);
    INFO("seed " << seed << ", fails " << failing_program->failing_state << "\n"
                 << table::text(failing_program->program));
    REQUIRE(decisive);
    REQUIRE(decisive->certain);
    REQUIRE(decisive->choice);  // random_failing_program() promises that some execution passes
    const Steps failing = runner.oracle_schedule(*transitions);
    const Steps passing = runner.oracle_schedule(decisive->passing);
    const std::size_t decisive_choice = *decisive->choice;
    REQUIRE(same_prefix(failing, passing, decisive_choice));
    REQUIRE(table::some_end_after(failing_program->program, passing, failing_program->passes()));
    REQUIRE(table::some_end_after(failing_program->program, first(failing, decisive_choice),
                                  failing_program->passes()));
    REQUIRE_FALSE(table::some_end_after(
        failing_program->program, first(failing, decisive_choice + 1), failing_program->passes()));
    if (!decisive->rival_step) continue;
    ++with_rival;
    REQUIRE(passing.at(decisive_choice).thread != failing.at(decisive_choice).thread);
  }
  CHECK(with_rival > compared / 2);
}

TEST_CASE("with a small budget some execution passes after the step before the decisive one") {
  int compared = 0;
  int uncertain = 0;
  for (std::uint64_t seed = 1; compared < 100; ++seed) {
    const auto failing_program = failing::random_failing_program(seed, kMaxSchedules);
    if (!failing_program) continue;
    failing::FailureRunner runner(*failing_program);
    const auto transitions = failing_schedule(runner, seed);
    if (!transitions) continue;
    ++compared;
    mcheck::TrialBudget budget(60, 60);
    const auto decisive = mcheck::find_decisive_pair(runner.trial_runs(), *transitions, budget);
    if (!decisive || decisive->certain) continue;
    ++uncertain;
    INFO("seed " << seed << "\n" << table::text(failing_program->program));
    REQUIRE(decisive->choice);
    const Steps failing = runner.oracle_schedule(*transitions);
    const Steps passing = runner.oracle_schedule(decisive->passing);
    REQUIRE(same_prefix(failing, passing, *decisive->choice));
    REQUIRE(table::some_end_after(failing_program->program, passing, failing_program->passes()));
  }
  CHECK(uncertain > 0);
}

}  // namespace mcheck::decisive_pair_test
