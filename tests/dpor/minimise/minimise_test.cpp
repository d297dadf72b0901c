// SPDX-License-Identifier: MIT
// Minimises failures of random programs, found at random, and compares the result with an
// enumeration of all schedules that shares no code with the search.
#include "dpor/minimise/minimise.hpp"

#include <catch2/catch.hpp>
#include <optional>

#include "tests/dpor/minimise/failing_table.hpp"
#include "tests/support/deep.hpp"

namespace mcheck::minimise_test {
namespace {

constexpr std::uint64_t kMaxSchedules = 4000;

int programs() { return is_deep() ? 4000 : 200; }

struct Compared {
  failing::FailingProgram failing_program;
  table::Cost minimum;  // of all schedules that show the failure
  table::Cost found;    // of the minimised schedule, as the oracle counts
  mcheck::Minimised minimised;
  bool replays = false;
};

// No value: the program of that seed does not fail, or is too large.
std::optional<Compared> compare(std::uint64_t seed, mcheck::Canary canary) {
  std::optional<failing::FailingProgram> failing_program =
      failing::random_failing_program(seed, kMaxSchedules);
  if (!failing_program) return std::nullopt;
  Compared result{
      .failing_program = *std::move(failing_program), .minimum = {}, .found = {}, .minimised = {}};
  result.minimum =
      table::simplest(result.failing_program.program, result.failing_program.fails(), kMaxSchedules)
          .minimum.value();
  failing::FailureRunner runner(result.failing_program);
  const auto transitions = runner.find_random_failure(seed);
  if (!transitions || !runner.trial_runs().reproduces(*transitions)) return std::nullopt;
  mcheck::TrialBudget budget(60, 10'000'000);
  result.minimised = mcheck::minimise(runner.trial_runs(), *transitions, budget, canary);
  result.replays = runner.trial_runs().reproduces(result.minimised.transitions);
  result.found = table::cost_of(result.failing_program.program,
                                runner.oracle_schedule(result.minimised.transitions));
  return result;
}

}  // namespace

TEST_CASE("of random failing programs the minimised schedule is the simplest, and replays") {
  int compared = 0;
  int without_preemption = 0;
  for (std::uint64_t seed = 1; compared < programs(); ++seed) {
    const std::optional<Compared> result = compare(seed, mcheck::Canary::kHealthy);
    if (!result) continue;
    ++compared;
    without_preemption += result->minimum.preemptions == 0 ? 1 : 0;
    INFO("seed " << seed << ", fails " << result->failing_program.failing_state << "\n"
                 << table::text(result->failing_program.program));
    REQUIRE(result->replays);
    REQUIRE(result->minimised.fewest_preemptions());
    REQUIRE(result->minimised.simplest);
    REQUIRE(result->found.preemptions == result->minimised.cost.preemptions);
    REQUIRE(result->found.preemptions == result->minimum.preemptions);
    REQUIRE(result->found.switches == result->minimum.switches);
    REQUIRE(result->found.steps == result->minimum.steps);
  }
  CHECK(5 * without_preemption < 4 * compared);  // a fifth of them take preemptions
}

TEST_CASE("a minimiser that accepts one preemption too many is noticed") {
  int compared = 0;
  int noticed = 0;
  for (std::uint64_t seed = 1; compared < 200; ++seed) {
    const std::optional<Compared> result = compare(seed, mcheck::Canary::kOnePreemptionTooMany);
    if (!result) continue;
    ++compared;
    noticed += result->found.preemptions != result->minimum.preemptions ? 1 : 0;
  }
  CHECK(noticed > 0);
}

}  // namespace mcheck::minimise_test
