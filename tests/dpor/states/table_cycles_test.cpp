// SPDX-License-Identifier: MIT
// Random tables with loops: a stateful search is right about infinite executions, which a
// brute-force enumerator of states decides.
#include <catch2/catch.hpp>
#include <cstdlib>

#include "dpor/states/stateful_search.hpp"
#include "tests/dpor/states/compared.hpp"
#include "tests/support/deep.hpp"
#include "tests/support/generators/random_loops.hpp"
#include "tests/support/oracle/cycles.hpp"

namespace mcheck::table_cycles_test {
namespace {

constexpr std::size_t kMostStates = 150;

struct Tally {
  int deadlocks = 0;
  int wrong = 0;
  int right = 0;  // with cycles, none of them fair and wrong
};

bool compare_with_enumeration(const table::Program& program, Tally& tally) {
  const table::InfiniteExecutions all = table::find_infinite_executions(program, kMostStates);
  if (!all.complete) return false;
  mcheck::StatefulSearch by_states(-1);
  const states::Found found = states::search(program, by_states);
  const bool has_wrong_cycle = by_states.fair_cycle() != nullptr;
  INFO(table::text(program));
  CHECK(has_wrong_cycle == all.lacks_progress);
  if (!has_wrong_cycle) {
    CHECK(found.failures.empty() == !all.has_deadlock);
    CHECK(found.has_cycle == all.has_cycle);
  }
  tally.deadlocks += all.has_deadlock ? 1 : 0;
  tally.wrong += all.lacks_progress ? 1 : 0;
  tally.right += all.has_cycle && !all.lacks_progress ? 1 : 0;
  return true;
}

}  // namespace

TEST_CASE("states find a wrong cycle in exactly those random loops that have one") {
  const int programs = is_deep() ? 20'000 : 2000;
  Tally tally;
  int compared = 0;
  for (std::uint64_t seed = 1; compared < programs; ++seed) {
    INFO("seed " << seed);
    if (compare_with_enumeration(table::random_loops(seed), tally)) ++compared;
  }
  CHECK(tally.wrong > programs / 10);
  CHECK(tally.right > programs / 10);
  CHECK(tally.deadlocks > 0);
}

}  // namespace mcheck::table_cycles_test
