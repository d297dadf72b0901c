// SPDX-License-Identifier: MIT
// Random programs with real threads and model objects: restoring memory and rerunning must see the
// same, and both must see what an enumeration counts that includes nothing of mcheck.
#include <catch2/catch.hpp>

#include "engine/platform/processor/raw_copy.hpp"
#include "tests/support/generators/random_programs.hpp"
#include "tests/support/oracle/enumerate.hpp"
#include "tests/support/table/table_body.hpp"

namespace mcheck::random_programs_test {
namespace {

mcheck::summary explore(const table::Program& program, mcheck::backtracking backtrack) {
  mcheck::options how;
  how.strategy = "dfs";
  how.stop_after = 0;
  how.ignore_races = true;  // all values of plain data are wanted
  how.backtrack = backtrack;
  how.ignore_leaks = true;  // what they share is never destroyed
  return mcheck::explore([&program] { (void)table::run(program); }, how);
}

}  // namespace

TEST_CASE("a thousand random programs are explored the same by restoring and by running again") {
  const int wanted =
      mcheck::kAddressSanitizer ? 100 : 1000;  // there each costs a hundred times more
  int compared = 0;
  for (std::uint64_t seed = 1; compared < wanted; ++seed) {
    const table::Program program = table::random_program(seed, 3);
    const table::Enumeration all = table::enumerate(program, -1, 3'000);
    if (!all.complete) continue;
    ++compared;
    INFO("seed " << seed << "\n" << table::text(program));
    const mcheck::summary restored = explore(program, mcheck::backtracking::restore);
    const mcheck::summary rerun = explore(program, mcheck::backtracking::rerun);
    REQUIRE(restored.executions == all.schedules);
    REQUIRE(rerun.executions == all.schedules);
    REQUIRE(restored.traces_low == rerun.traces_low);
    REQUIRE(restored.traces_high == rerun.traces_high);
    REQUIRE(restored.verdict == rerun.verdict);
    REQUIRE(restored.message == rerun.message);
    const auto expected = all.deadlocks > 0 ? mcheck::verdict::bug : mcheck::verdict::verified;
    REQUIRE(restored.verdict == expected);
  }
}

TEST_CASE("an object that was destroyed is restored as it was before, not as it was at its end") {
  const auto body = [] {
    mcheck::mutex first;
    mcheck::mutex second;
    const auto both = [&](mcheck::mutex& a, mcheck::mutex& b) {
      const std::lock_guard outer(a);
      const std::lock_guard inner(b);
    };
    mcheck::thread left([&] { both(first, second); });
    mcheck::thread right([&] { both(first, second); });
    left.join();
    right.join();
  };
  mcheck::options how;
  how.strategy = "dfs";
  how.backtrack = mcheck::backtracking::restore;
  const mcheck::summary restored = mcheck::explore(body, how);
  how.backtrack = mcheck::backtracking::rerun;
  const mcheck::summary rerun = mcheck::explore(body, how);
  CHECK(restored.verdict == mcheck::verdict::verified);
  CHECK(restored.traces_low == rerun.traces_low);
  CHECK(restored.executions == rerun.executions);
}

}  // namespace mcheck::random_programs_test
