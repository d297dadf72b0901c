// SPDX-License-Identifier: MIT
// Minimises failures of random programs, found at random, and compares the result with an
// enumeration of all schedules that shares no code with the search.
#include "dpor/minimise.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <optional>

#include "tests/dpor/failing_table.hpp"

namespace {

constexpr std::uint64_t kMostSchedules = 4000;

int programs() { return std::getenv("MCHECK_DEEP") != nullptr ? 4000 : 200; }

struct Compared {
  failing::Subject subject;
  table::Plainness least;  // of all schedules that show the failure
  table::Plainness found;  // of the minimised schedule, as the oracle counts
  mcheck::Minimised minimised;
  bool replays = false;
};

// No value: the program of that seed does not fail, or is too large.
std::optional<Compared> compare(std::uint64_t seed, mcheck::Canary canary) {
  std::optional<failing::Subject> subject = failing::random_subject(seed, kMostSchedules);
  if (!subject) return std::nullopt;
  Compared result{.subject = *std::move(subject), .least = {}, .found = {}, .minimised = {}};
  result.least =
      table::plainest(result.subject.program, result.subject.fails(), kMostSchedules).least.value();
  failing::Bench bench(result.subject);
  const auto moves = bench.found_at_random(seed);
  if (!moves || !bench.trials().shows(*moves)) return std::nullopt;
  mcheck::TrialBudget budget(60, 10'000'000);
  result.minimised = mcheck::minimise(bench.trials(), *moves, budget, canary);
  result.replays = bench.trials().shows(result.minimised.moves);
  result.found = table::plainness_of(result.subject.program, bench.told(result.minimised.moves));
  return result;
}

}  // namespace

TEST_CASE("of random failing programs the minimised schedule is the plainest, and replays") {
  int compared = 0;
  int plain = 0;
  for (std::uint64_t seed = 1; compared < programs(); ++seed) {
    const std::optional<Compared> result = compare(seed, mcheck::Canary::kHealthy);
    if (!result) continue;
    ++compared;
    plain += result->least.preemptions == 0 ? 1 : 0;
    INFO("seed " << seed << ", fails " << result->subject.bad_end << "\n"
                 << table::text(result->subject.program));
    REQUIRE(result->replays);
    REQUIRE(result->minimised.fewest_preemptions());
    REQUIRE(result->minimised.plainest);
    REQUIRE(result->found.preemptions == result->minimised.cost.preemptions);
    REQUIRE(result->found.preemptions == result->least.preemptions);
    REQUIRE(result->found.switches == result->least.switches);
    REQUIRE(result->found.steps == result->least.steps);
  }
  CHECK(5 * plain < 4 * compared);  // a fifth of them take preemptions
}

TEST_CASE("a minimiser that is content with one preemption too many is noticed") {
  int compared = 0;
  int noticed = 0;
  for (std::uint64_t seed = 1; compared < 200; ++seed) {
    const std::optional<Compared> result = compare(seed, mcheck::Canary::kStopsEarly);
    if (!result) continue;
    ++compared;
    noticed += result->found.preemptions != result->least.preemptions ? 1 : 0;
  }
  CHECK(noticed > 0);
}
