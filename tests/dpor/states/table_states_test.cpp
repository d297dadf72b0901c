// SPDX-License-Identifier: MIT
// Random tables: what leads through the states is as many schedules as depth-first search runs, to
// the same final states and failures. A state that forgets something would lose some.
#include <catch2/catch.hpp>

#include "dpor/bounds/depth_first.hpp"
#include "dpor/states/stateful_search.hpp"
#include "tests/dpor/states/compared.hpp"
#include "tests/support/deep.hpp"
#include "tests/support/generators/random_programs.hpp"

namespace mcheck::table_states_test {
namespace {

using states::Found;

constexpr std::uint64_t kMostSchedules = 3000;

// False: too large for depth-first search.
bool check_table(const table::Program& program, int bound, std::uint64_t& matched) {
  mcheck::DepthFirst depth_first(bound);
  const Found all = states::search(program, depth_first, kMostSchedules);
  if (!all.complete) return false;
  mcheck::StatefulSearch by_states(bound);
  const Found found = states::search(program, by_states);
  const std::string wrong = states::difference(found, all);
  if (!wrong.empty()) {
    CAPTURE(wrong, table::text(program), bound);
    FAIL_CHECK("states differ from schedules");
  }
  matched += by_states.counts().matched;
  return true;
}

void check_tables(int programs, int bound) {
  std::uint64_t matched = 0;
  int compared = 0;
  for (std::uint64_t seed = 1; compared < programs; ++seed) {
    INFO("seed " << seed);
    const auto theme = table::kThemesAndGates[seed % table::kThemesAndGates.size()];
    const table::Shape shape{.theme = theme,
                             .max_threads = 2 + static_cast<int>(seed % 3),
                             .max_statements = 3 + static_cast<int>(seed % 3),
                             .max_total_statements = 9};
    const table::Program program = seed % 4 == 0
                                       ? table::random_program(seed, 3 + static_cast<int>(seed % 2))
                                       : table::random_program(seed, shape);
    if (check_table(program, bound, matched)) ++compared;
  }
  CHECK(matched > static_cast<std::uint64_t>(programs));
}

}  // namespace

TEST_CASE("as many schedules lead through the states of random tables as there are executions") {
  check_tables(is_deep() ? 20'000 : 3000, -1);
}

TEST_CASE("within a bound as many schedules lead through the states of random tables") {
  for (const int bound : {0, 1, 2}) check_tables(is_deep() ? 7000 : 1000, bound);
}

}  // namespace mcheck::table_states_test
