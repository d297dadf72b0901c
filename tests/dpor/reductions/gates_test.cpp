// SPDX-License-Identifier: MIT
// Forced schedules: which executions a search leaves out, because gates keep threads waiting for
// ever, compared with brute force.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <string>

#include "tests/dpor/reductions/explored.hpp"
#include "tests/support/deep.hpp"
#include "tests/support/generators/random_programs.hpp"
#include "tests/support/oracle/classes.hpp"
#include "tests/support/table/table.hpp"

namespace mcheck::gates_test {
namespace {

using table::Program;
using table::Relation;
using table::Word;

// Of the classes of a program, those that end with a thread at a gate, and all.
struct Classes {
  std::size_t all = 0;
  std::size_t unmet = 0;
};

// Words that block at gates only, so that a stuck thread waits at one.
bool blocks_at_gates_only(const Program& program) {
  for (const auto& thread : program.threads) {
    for (const table::Statement& s : thread) {
      switch (s.word) {
        case Word::kLoad:
        case Word::kStore:
        case Word::kAdd:
        case Word::kExchange:
        case Word::kCas:
        case Word::kSkipIfNot:
        case Word::kGateOpen:
        case Word::kGateArrive:
        case Word::kGateWait:
        case Word::kGateTake: break;
        default: return false;
      }
    }
  }
  return true;
}

Classes classes_of(const table::ClassSet& oracle) {
  Classes classes;
  for (const auto& [key, end] : oracle) {
    ++classes.all;
    classes.unmet += end.deadlock() ? 1 : 0;
  }
  return classes;
}

void check_strategy(const char* name, const Program& program, const Classes& expected) {
  const auto found = explored::explore(program, explored::strategy(name), 100'000);
  INFO(name << "\n" << table::text(program));
  REQUIRE(found.report.stop == mcheck::SearchReport::Stop::kExhausted);
  CHECK(found.report.failures.empty());
  CHECK(found.report.executions == expected.all);
  CHECK(found.report.unmet == expected.unmet);
  CHECK(found.report.cut_off == expected.unmet);
  CHECK(found.report.first_unmet.has_value() == (expected.unmet > 0));
}

}  // namespace

TEST_CASE("random forced schedules: what cannot be met is counted as brute force counts it") {
  const int wanted = is_deep() ? 50'000 : 4'000;
  int compared = 0;
  std::size_t unmet = 0;
  for (std::uint64_t seed = 1; compared < wanted; ++seed) {
    const Program program = table::random_program(
        seed, {.theme = table::Theme::kGates, .max_threads = 2 + static_cast<int>(seed % 3)});
    if (!blocks_at_gates_only(program)) continue;
    const auto strict = table::classes_of(program, Relation::kReadWrite, 1'000);
    if (!strict) continue;
    const auto commuting = table::classes_of(program, Relation::kCommuting, 1'000);
    INFO("seed " << seed);
    check_strategy("trust", program, classes_of(*strict));
    check_strategy("odpor", program, classes_of(*commuting));
    unmet += classes_of(*commuting).unmet;
    ++compared;
  }
  CHECK(unmet > 1'000);  // otherwise there was nothing to compare
}

}  // namespace mcheck::gates_test
