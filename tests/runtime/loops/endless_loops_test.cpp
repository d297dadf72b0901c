// SPDX-License-Identifier: MIT
// Random loops as real threads, whose idle iterations are recognised: a stateful search reports a
// livelock or a starvation exactly where an enumerator of states, which knows nothing of idle
// iterations, finds a wrong cycle.
#include <catch2/catch.hpp>
#include <cstdlib>

#include <mcheck/explore.hpp>

#include "tests/support/deep.hpp"
#include "tests/support/generators/random_loops.hpp"
#include "tests/support/oracle/cycles.hpp"
#include "tests/support/table/table_body.hpp"

namespace mcheck::endless_loops_test {
namespace {

constexpr std::size_t kMostStates = 100;

bool is_cycle(const std::string& failure) {
  return failure == "livelock" || failure == "starvation";
}

// False: a cycle was found, and its schedule did not show it when it was run again.
bool compare_verdict(const table::Program& program, bool allow_endless, bool is_wrong,
                     bool has_deadlock) {
  const mcheck::summary found = mcheck::explore(
      [&program] { table::run(program); },
      {.strategy = "states", .allow_endless = allow_endless, .minimise = 0, .ignore_leaks = true});
  INFO(table::text(program) << (allow_endless ? "--endless allow: " : "") << found.failure << ": "
                            << found.message);
  if (is_wrong && found.verdict == mcheck::verdict::incomplete) return false;
  if (!is_wrong && !has_deadlock) CHECK(found.verdict == mcheck::verdict::verified);
  if (is_wrong || has_deadlock) CHECK(found.verdict == mcheck::verdict::bug);
  if (is_cycle(found.failure)) CHECK(is_wrong);
  if (is_wrong && !has_deadlock) CHECK(is_cycle(found.failure));
  return true;
}

}  // namespace

TEST_CASE("livelocks and starvations are reported in exactly those random loops that have one") {
  const int programs = is_deep() ? 5000 : 400;
  int compared = 0;
  int starving = 0;
  int not_shown = 0;
  for (std::uint64_t seed = 1; compared < programs; ++seed) {
    const table::Program program = table::random_loops(seed);
    const table::InfiniteExecutions all = table::find_infinite_executions(program, kMostStates);
    if (!all.complete) continue;
    INFO("seed " << seed);
    if (!compare_verdict(program, false, all.lacks_progress, all.has_deadlock)) ++not_shown;
    if (!compare_verdict(program, true, all.starves, all.has_deadlock)) ++not_shown;
    starving += all.starves ? 1 : 0;
    ++compared;
  }
  CHECK(starving > programs / 20);
  CHECK(not_shown <= programs / 100);
}

}  // namespace mcheck::endless_loops_test
