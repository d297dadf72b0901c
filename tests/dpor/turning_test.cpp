// SPDX-License-Identifier: MIT
// The decisive pairs of failing random programs, compared with an enumeration of all continuations
// of each prefix of the failing schedule.
#include "dpor/turning.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <span>

#include "dpor/minimise.hpp"
#include "tests/dpor/failing_table.hpp"

namespace {

constexpr std::uint64_t kMostSchedules = 4000;

int programs() { return std::getenv("MCHECK_DEEP") != nullptr ? 4000 : 200; }

// A schedule of the failure: as found, or minimised.
std::optional<std::vector<mcheck::Move>> failing_schedule(failing::Bench& bench,
                                                          std::uint64_t seed) {
  auto moves = bench.found_at_random(seed);
  if (!moves || !bench.trials().shows(*moves)) return std::nullopt;
  if (seed % 3 == 0) return moves;
  mcheck::TrialBudget budget(60, 10'000'000);
  return mcheck::minimise(bench.trials(), *moves, budget).moves;
}

using Steps = std::vector<table::ScheduleStep>;

std::span<const table::ScheduleStep> first(const Steps& steps, std::size_t count) {
  return std::span(steps).first(count);
}

bool begins_alike(const Steps& a, const Steps& b, std::size_t count) {
  return std::ranges::equal(first(a, count), first(b, count));
}

}  // namespace

TEST_CASE("after the turning point every way to go on fails, and before it one does not") {
  int compared = 0;
  int decided = 0;
  for (std::uint64_t seed = 1; compared < programs(); ++seed) {
    const auto subject = failing::random_subject(seed, kMostSchedules);
    if (!subject) continue;
    failing::Bench bench(*subject);
    const auto moves = failing_schedule(bench, seed);
    if (!moves) continue;
    ++compared;
    mcheck::TrialBudget budget(60, 10'000'000);
    const auto turning = mcheck::find_turning(bench.trials(), *moves, budget);
    INFO("seed " << seed << ", fails " << subject->bad_end << "\n"
                 << table::text(subject->program));
    REQUIRE(turning);
    REQUIRE(turning->certain);
    REQUIRE(turning->choice);  // random_failing_program() promises that some execution passes
    const Steps failing = bench.told(*moves);
    const Steps passing = bench.told(turning->passing);
    const std::size_t turn = *turning->choice;
    REQUIRE(begins_alike(failing, passing, turn));
    REQUIRE(table::some_end_after(subject->program, passing, subject->passes()));
    REQUIRE(table::some_end_after(subject->program, first(failing, turn), subject->passes()));
    REQUIRE_FALSE(
        table::some_end_after(subject->program, first(failing, turn + 1), subject->passes()));
    if (!turning->instead) continue;
    ++decided;
    REQUIRE(passing.at(turn).thread != failing.at(turn).thread);
  }
  CHECK(decided > compared / 2);
}

TEST_CASE("where the budget is small, a turning point is one that some execution gets past") {
  int compared = 0;
  int uncertain = 0;
  for (std::uint64_t seed = 1; compared < 100; ++seed) {
    const auto subject = failing::random_subject(seed, kMostSchedules);
    if (!subject) continue;
    failing::Bench bench(*subject);
    const auto moves = failing_schedule(bench, seed);
    if (!moves) continue;
    ++compared;
    mcheck::TrialBudget budget(60, 60);
    const auto turning = mcheck::find_turning(bench.trials(), *moves, budget);
    if (!turning || turning->certain) continue;
    ++uncertain;
    INFO("seed " << seed << "\n" << table::text(subject->program));
    REQUIRE(turning->choice);
    const Steps failing = bench.told(*moves);
    const Steps passing = bench.told(turning->passing);
    REQUIRE(begins_alike(failing, passing, *turning->choice));
    REQUIRE(table::some_end_after(subject->program, passing, subject->passes()));
  }
  CHECK(uncertain > 0);
}
