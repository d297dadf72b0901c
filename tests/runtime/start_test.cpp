// SPDX-License-Identifier: MIT
// How often main is run from its beginning by who draws each execution anew.
#include <cstddef>
#include <vector>

#include <mcheck/mcheck.hpp>

#include "tests/model/explored.hpp"

namespace mcheck {
namespace {

constexpr std::size_t kExecutions = 100;

// Runs of a main that has so many bytes before it starts two threads, and counts itself.
std::size_t starts(std::size_t bytes, backtracking backtrack) {
  std::size_t count = 0;
  const auto body = [&] {
    ++count;
    const std::vector<char> table(bytes, 'x');
    atomic<int> x{0};
    thread one([&] { x += table[0]; });
    thread other([&] { x += table[bytes - 1]; });
    one.join();
    other.join();
    check(x == 2 * 'x', "both have added");
  };
  const summary result =
      explore(body, {.strategy = "random", .executions = kExecutions, .backtrack = backtrack});
  CHECK(result.executions == kExecutions);
  CHECK(result.verdict == verdict::incomplete);
  return count;
}

}  // namespace

TEST_CASE("who begins anew begins at the first choice, and now and then before it") {
  CHECK(starts(10, backtracking::rerun) == kExecutions + 7);
  for (const backtracking backtrack : {backtracking::automatic, backtracking::restore}) {
    CHECK(starts(10, backtrack) == 1 + 2 * 7);  // from 1, 2, 4 … 64 executions on
  }
}

TEST_CASE("what takes longer to put back than to do is done again") {
  CHECK(starts(std::size_t{1} << 20, backtracking::automatic) == kExecutions + 7);
}

}  // namespace mcheck
