// SPDX-License-Identifier: MIT
// Threads that started equal may exchange their places in a state, unless something tells them
// apart: then the search notices. Depth-first search is the oracle, and so is the search by states
// without symmetry.
#include "tests/intercept/states/compared_states.hpp"
#include "tests/intercept/unmodified.hpp"
#include "tests/support/deep.hpp"

namespace mcheck::equal_threads_test {
namespace {

using compared_states::as_deadlocks;
using compared_states::Searched;
using compared_states::without_threads;

struct Seen {
  int compared = 0;
  int with_symmetry = 0;  // and fewer states
  int told_apart = 0;
};

void compare(int seed, Seen& seen) {
  const std::string program = unmodified_programs::program("equal_threads");
  const std::string words = " -- " + std::to_string(seed);
  const Searched all = compared_states::search(program, words, "dfs", 3000);
  if (!all.is_complete()) return;
  const Searched exact = compared_states::search(program, "--symmetry off" + words, "states", 6000);
  const Searched found = compared_states::search(program, "--symmetry on" + words, "states", 6000);
  INFO("seed " << seed << "\n" << found.reason);
  CHECK(found.verdict == all.verdict);
  const std::set<std::string> expected = as_deadlocks(all.failures);
  CHECK(without_threads(as_deadlocks(found.failures)) == without_threads(expected));
  CHECK(as_deadlocks(exact.failures) == expected);
  CHECK(found.schedules == exact.schedules);
  CHECK(found.states <= exact.states);
  ++seen.compared;
  seen.with_symmetry += found.states < exact.states ? 1 : 0;
  seen.told_apart += found.without_symmetry ? 1 : 0;
}

}  // namespace

TEST_CASE("equal threads that exchange places in a state end as they do in all schedules") {
  const int programs = is_deep() ? 3000 : 90;
  Seen seen;
  for (int seed = 0; seen.compared < programs; ++seed) compare(seed, seen);
  CHECK(seen.with_symmetry > programs / 4);
  CHECK(seen.told_apart > programs / 10);
}

TEST_CASE("what only one of two equal threads does is found, whichever of them it is") {
  const std::string program = unmodified_programs::program("equal_thread_traps");
  for (const char* const trap :
       {"its place in an array", "the address of a local variable",
        "the address of a thread-local variable", "the address of a block", "its number",
        "an id that is left behind", "which one is joined first", "whose result it is",
        "its clock, when it is joined", "a lock that the other one holds"}) {
    for (const char* const which : {" 0", " 1"}) {
      INFO(trap << which);
      const std::string words = "-- " + quoted(trap) + which;
      CHECK(compared_states::search(program, "--symmetry on " + words, "states", 3000).verdict ==
            "bug");
      CHECK(compared_states::search(program, words, "dfs", 3000).verdict == "bug");
    }
  }
}

}  // namespace mcheck::equal_threads_test
