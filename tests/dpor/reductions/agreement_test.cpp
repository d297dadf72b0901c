// SPDX-License-Identifier: MIT
// The reductions compared with the oracle of reductions: all small programs, and random ones of
// every kind of operation. Every ordinary run compares more than 100,000 programs; make deep many
// more.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <string>

#include "dpor/optimal/optimal_dpor.hpp"
#include "dpor/optimal/sleep_sets.hpp"
#include "dpor/optimal/source_dpor.hpp"
#include "dpor/trust/trust.hpp"
#include "tests/dpor/reductions/agreement.hpp"
#include "tests/support/deep.hpp"
#include "tests/support/generators/random_programs.hpp"
#include "tests/support/generators/small_programs.hpp"

namespace mcheck::agreement_test {
namespace {

using table::Program;
using table::Relation;
using table::Theme;

// Skips random programs with more classes of prefixes.
constexpr std::size_t kMaxPrefixes = 1500;

// Trust and odpor on one program. False: the program is too large.
bool both_reductions_agree(const Program& program, std::size_t prefixes) {
  const auto strict = table::classes_of(program, Relation::kReadWrite, prefixes);
  if (!strict) return false;
  mcheck::Trust trust;
  const std::string trust_wrong =
      agreement::disagreement(program, trust, *strict, {.relation = Relation::kReadWrite});
  if (!trust_wrong.empty()) FAIL("trust: " << trust_wrong);
  const auto commuting = table::classes_of(program, Relation::kCommuting, prefixes);
  mcheck::OptimalDpor odpor;
  const std::string odpor_wrong =
      agreement::disagreement(program, odpor, *commuting, {.relation = Relation::kCommuting});
  if (!odpor_wrong.empty()) FAIL("odpor: " << odpor_wrong);
  return true;
}

void random_programs(Theme theme) {
  const std::uint64_t wanted = is_deep() ? 200'000 : 8'000;
  std::uint64_t compared = 0;
  for (std::uint64_t seed = 1; compared < wanted; ++seed) {
    const table::Shape shape{.theme = theme,
                             .max_threads = 2 + static_cast<int>(seed % 4),
                             .max_statements = 3 + static_cast<int>(seed % 3),
                             .max_total_statements = 9};
    INFO(table::name_of(theme) << ", seed " << seed);
    if (both_reductions_agree(table::random_program(seed, shape), kMaxPrefixes)) ++compared;
  }
}

// One in so many of them.
void small_programs(int threads, int operations, table::Alphabet alphabet, std::size_t one_in = 1) {
  std::size_t programs = 0;
  std::size_t programs_left_out = 0;
  table::for_each_small_program(
      threads, operations,
      [&](const Program& program) {
        if (programs++ % one_in != 0) return;
        programs_left_out += both_reductions_agree(program, 1'000'000) ? 0 : 1;
      },
      alphabet);
  CHECK(programs_left_out == 0);
}

template <class Strategy>
void finishes_each_class_once(Relation relation) {
  std::uint64_t compared = 0;
  for (std::uint64_t seed = 1; compared < 3'000; ++seed) {
    const Theme theme = table::kThemes[seed % table::kThemes.size()];
    const Program program = table::random_program(seed, table::Shape{.theme = theme});
    const auto oracle = table::classes_of(program, relation, kMaxPrefixes);
    if (!oracle) continue;
    ++compared;
    Strategy strategy;
    const agreement::Expected expected{.relation = relation, .no_redundant_executions = false};
    const std::string wrong = agreement::disagreement(program, strategy, *oracle, expected);
    if (!wrong.empty()) FAIL("seed " << seed << "\n" << wrong);
  }
}

// A quarter of the random programs, under bounds 0, 1 and 2.
void bounded_programs(std::uint64_t quarter) {
  const std::uint64_t wanted = is_deep() ? 250'000 : 6'000;
  agreement::BoundedCost cost;
  std::uint64_t compared = 0;
  for (std::uint64_t seed = quarter; compared < wanted; seed += 4) {
    const Theme theme = table::kThemes[seed % table::kThemes.size()];
    const Program program = table::random_program(seed, table::Shape{.theme = theme});
    if (!table::classes_of(program, Relation::kReadWrite, 400)) continue;
    ++compared;
    for (int bound = 0; bound <= 2; ++bound) {
      mcheck::Trust trust(bound);
      const std::string wrong = agreement::bounded_disagreement(program, trust, bound, cost);
      if (!wrong.empty()) FAIL("seed " << seed << ", bound " << bound << "\n" << wrong);
    }
  }
  INFO(cost.executions_run << " executions for " << cost.classes_within_bound
                           << " classes within the bounds");
  CHECK(cost.executions_run < 3 * cost.classes_within_bound);
}

}  // namespace

TEST_CASE("all programs of two threads of three operations") {
  small_programs(2, 3, table::Alphabet::kStoresAndLocks);
  small_programs(2, 3, table::Alphabet::kAddsAndTryLocks);
}
TEST_CASE("programs of three threads of three operations: stores and locks") {
  small_programs(3, 3, table::Alphabet::kStoresAndLocks, is_deep() ? 1 : 7);
}
TEST_CASE("programs of three threads of three operations: adds and try-locks") {
  small_programs(3, is_deep() ? 3 : 2, table::Alphabet::kAddsAndTryLocks);
}

TEST_CASE("random programs: variables") { random_programs(Theme::kVariables); }
TEST_CASE("random programs: locks") { random_programs(Theme::kLocks); }
TEST_CASE("random programs: readers and writers") { random_programs(Theme::kReadersWriters); }
TEST_CASE("random programs: condition variables") { random_programs(Theme::kConditions); }
TEST_CASE("random programs: semaphores") { random_programs(Theme::kSemaphores); }
TEST_CASE("random programs: gates") { random_programs(Theme::kGates); }

TEST_CASE("random programs: barriers and latches") { random_programs(Theme::kBarriers); }
TEST_CASE("random programs: waits on atomics") { random_programs(Theme::kAtomicWaits); }
TEST_CASE("random programs: once and events") { random_programs(Theme::kOnce); }
TEST_CASE("random programs: choices") { random_programs(Theme::kChoices); }
TEST_CASE("random programs: spawns") { random_programs(Theme::kSpawns); }
TEST_CASE("random programs: checks and assumptions") { random_programs(Theme::kChecks); }
TEST_CASE("random programs: plain data") { random_programs(Theme::kData); }
TEST_CASE("random programs: a mix") { random_programs(Theme::kMix); }

TEST_CASE("source DPOR and sleep sets finish each class once, with some redundant executions") {
  finishes_each_class_once<mcheck::SourceDpor>(Relation::kCommuting);
  finishes_each_class_once<mcheck::SleepSets>(Relation::kCommuting);
}

TEST_CASE("every class within a bound is explored, and no class twice: first quarter") {
  bounded_programs(0);
}
TEST_CASE("every class within a bound is explored, and no class twice: second quarter") {
  bounded_programs(1);
}
TEST_CASE("every class within a bound is explored, and no class twice: third quarter") {
  bounded_programs(2);
}
TEST_CASE("every class within a bound is explored, and no class twice: last quarter") {
  bounded_programs(3);
}

}  // namespace mcheck::agreement_test
