// SPDX-License-Identifier: MIT
// What the comparison with the oracle is worth: reductions with a fault, and dependency relations
// with a wrong entry, each have to be noticed within a few thousand of the programs that
// agreement_test.cpp compares. One that is not would be a kind of mistake that the comparison
// cannot see.
#include <catch2/catch.hpp>
#include <functional>
#include <memory>
#include <string>

#include "dpor/optimal/optimal_dpor.hpp"
#include "dpor/steps/canary.hpp"
#include "dpor/trust/trust.hpp"
#include "tests/dpor/reductions/agreement.hpp"
#include "tests/dpor/reductions/wrong_rules.hpp"
#include "tests/support/generators/random_programs.hpp"

namespace mcheck::canaries_test {
namespace {

using mcheck::Canary;
using table::Relation;
using table::Theme;

using StrategyFactory = std::function<std::unique_ptr<mcheck::Strategy>()>;

constexpr std::uint64_t kPrograms = 4000;

// The number of programs after which the fault is noticed; 0: it is not.
std::uint64_t programs_until_noticed(const StrategyFactory& make_strategy, Relation relation,
                                     Theme theme) {
  std::uint64_t compared = 0;
  for (std::uint64_t seed = 1; compared < kPrograms; ++seed) {
    const table::Shape shape{.theme = theme,
                             .max_threads = 2 + static_cast<int>(seed % 4),
                             .max_statements = 3 + static_cast<int>(seed % 3),
                             .max_total_statements = 9};
    const table::Program program = table::random_program(seed, shape);
    const auto oracle = table::classes_of(program, relation, 1500);
    if (!oracle) continue;
    ++compared;
    const std::unique_ptr<mcheck::Strategy> strategy = make_strategy();
    if (!agreement::disagreement(program, *strategy, *oracle, {.relation = relation}).empty()) {
      return compared;
    }
  }
  return 0;
}

std::uint64_t trust_noticed(Canary canary, Theme theme) {
  const StrategyFactory make_strategy = [=] { return std::make_unique<mcheck::Trust>(-1, canary); };
  return programs_until_noticed(make_strategy, Relation::kReadWrite, theme);
}

std::uint64_t odpor_noticed(Canary canary, Theme theme,
                            mcheck::FootprintRule rule = mcheck::commuting_footprint) {
  const StrategyFactory make_strategy = [=] {
    return std::make_unique<mcheck::OptimalDpor>(canary, rule);
  };
  return programs_until_noticed(make_strategy, Relation::kCommuting, theme);
}

std::uint64_t rule_noticed(mcheck::FootprintRule rule, Theme theme) {
  return odpor_noticed(Canary::kHealthy, theme, rule);
}

}  // namespace

TEST_CASE("a correct reduction is not reported") {
  CHECK(trust_noticed(Canary::kHealthy, Theme::kLocks) == 0);
  CHECK(rule_noticed(mcheck::commuting_footprint, Theme::kLocks) == 0);
}

TEST_CASE("a fault in run-based TruSt is noticed") {
  SECTION("sources of revisits are deleted") {
    CHECK(trust_noticed(Canary::kDeletesRevisitSources, Theme::kVariables) != 0);
  }
  SECTION("pins are forgotten") { CHECK(trust_noticed(Canary::kForgetsPins, Theme::kLocks) != 0); }
  SECTION("what is blocked at the end is forgotten") {
    CHECK(trust_noticed(Canary::kForgetsBlocked, Theme::kLocks) != 0);
  }
}

TEST_CASE("a fault in optimal DPOR is noticed") {
  SECTION("reversed executions are cut at the second event") {
    CHECK(odpor_noticed(Canary::kTruncatesSequences, Theme::kData) != 0);
  }
  SECTION("a sleeping action is never woken") {
    CHECK(odpor_noticed(Canary::kNeverWakes, Theme::kVariables) != 0);
  }
  SECTION("what is blocked at the end is forgotten") {
    CHECK(odpor_noticed(Canary::kForgetsBlocked, Theme::kLocks) != 0);
  }
  SECTION("another data choice of a step is forgotten") {
    CHECK(odpor_noticed(Canary::kIgnoresDataChoices, Theme::kReadersWriters) != 0);
  }
}

TEST_CASE("a wrong entry of the dependency relation is noticed") {
  SECTION("stores commute") {
    CHECK(rule_noticed(wrong_rules::stores_commute, Theme::kVariables) != 0);
  }
  SECTION("lock and unlock commute") {
    CHECK(rule_noticed(wrong_rules::locks_commute, Theme::kLocks) != 0);
  }
  SECTION("notify and enqueue commute") {
    CHECK(rule_noticed(wrong_rules::notify_and_enqueue_commute, Theme::kConditions) != 0);
  }
  SECTION("a compare_exchange that failed depends on nothing") {
    CHECK(rule_noticed(wrong_rules::failed_exchanges_are_free, Theme::kVariables) != 0);
  }
  SECTION("acquire and release commute") {
    CHECK(rule_noticed(wrong_rules::permits_commute, Theme::kSemaphores) != 0);
  }
  SECTION("the locks of readers and of writers commute") {
    CHECK(rule_noticed(wrong_rules::readers_and_writers_commute, Theme::kReadersWriters) != 0);
  }
}

}  // namespace mcheck::canaries_test
