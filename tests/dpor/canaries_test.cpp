// SPDX-License-Identifier: MIT
// What the comparison with the oracle is worth: reductions with a fault, and dependency relations
// with a wrong entry, each have to be noticed within a few thousand of the programs that
// agreement_test.cpp compares. One that is not would be a kind of mistake that the comparison
// cannot see.
#include <catch2/catch.hpp>
#include <functional>
#include <memory>
#include <string>

#include "dpor/canary.hpp"
#include "dpor/optimal_dpor.hpp"
#include "dpor/trust.hpp"
#include "tests/dpor/agreement.hpp"
#include "tests/dpor/wrong_rules.hpp"
#include "tests/support/random_programs.hpp"

namespace {

using mcheck::Canary;
using table::Relation;
using table::Theme;

using Make = std::function<std::unique_ptr<mcheck::Strategy>()>;

constexpr std::uint64_t kPrograms = 4000;

// The number of programs after which the fault is noticed; 0: it is not.
std::uint64_t noticed_after(const Make& make, Relation relation, Theme theme) {
  std::uint64_t compared = 0;
  for (std::uint64_t seed = 1; compared < kPrograms; ++seed) {
    const table::Shape shape{.theme = theme,
                             .most_threads = 2 + static_cast<int>(seed % 4),
                             .most_statements = 3 + static_cast<int>(seed % 3),
                             .most_together = 9};
    const table::Program program = table::random_program(seed, shape);
    const auto oracle = table::classes_of(program, relation, 1500);
    if (!oracle) continue;
    ++compared;
    const std::unique_ptr<mcheck::Strategy> strategy = make();
    if (!agreement::disagreement(program, *strategy, *oracle, {.relation = relation}).empty()) {
      return compared;
    }
  }
  return 0;
}

std::uint64_t trust_noticed(Canary canary, Theme theme) {
  const Make make = [=] { return std::make_unique<mcheck::Trust>(-1, canary); };
  return noticed_after(make, Relation::kReadWrite, theme);
}

std::uint64_t odpor_noticed(Canary canary, Theme theme,
                            mcheck::FootprintRule rule = mcheck::commuting_footprint) {
  const Make make = [=] { return std::make_unique<mcheck::OptimalDpor>(canary, rule); };
  return noticed_after(make, Relation::kCommuting, theme);
}

std::uint64_t rule_noticed(mcheck::FootprintRule rule, Theme theme) {
  return odpor_noticed(Canary::kHealthy, theme, rule);
}

}  // namespace

TEST_CASE("what is right is not noticed") {
  CHECK(trust_noticed(Canary::kHealthy, Theme::kLocks) == 0);
  CHECK(rule_noticed(mcheck::commuting_footprint, Theme::kLocks) == 0);
}

TEST_CASE("run-based TruSt gone wrong is noticed") {
  SECTION("sources of revisits are deleted") {
    CHECK(trust_noticed(Canary::kDeletesSources, Theme::kVariables) != 0);
  }
  SECTION("pins are forgotten") { CHECK(trust_noticed(Canary::kForgetsPins, Theme::kLocks) != 0); }
  SECTION("what is blocked at the end is forgotten") {
    CHECK(trust_noticed(Canary::kForgetsBlocked, Theme::kLocks) != 0);
  }
}

TEST_CASE("optimal DPOR gone wrong is noticed") {
  SECTION("reversed executions are cut at the second event") {
    CHECK(odpor_noticed(Canary::kCutsSequences, Theme::kData) != 0);
  }
  SECTION("what sleeps is never woken") {
    CHECK(odpor_noticed(Canary::kNeverWakes, Theme::kVariables) != 0);
  }
  SECTION("what is blocked at the end is forgotten") {
    CHECK(odpor_noticed(Canary::kForgetsBlocked, Theme::kLocks) != 0);
  }
  SECTION("another data choice of a step is forgotten") {
    CHECK(odpor_noticed(Canary::kIgnoresChoices, Theme::kReadersWriters) != 0);
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
