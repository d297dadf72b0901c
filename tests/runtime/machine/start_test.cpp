// SPDX-License-Identifier: MIT
// How often main runs from its beginning under strategies that draw each execution anew.
#include <cstddef>
#include <vector>

#include <mcheck/mcheck.hpp>

#include "tests/model/explored.hpp"

namespace mcheck::start_test {
namespace {

constexpr std::size_t kExecutions = 100;

// How often main ran, which has that many bytes before it starts two threads, and counts itself.
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

TEST_CASE("a new execution starts at the first choice, and now and then before it") {
  CHECK(starts(10, backtracking::rerun) == kExecutions + 7);
  for (const backtracking backtrack : {backtracking::automatic, backtracking::restore}) {
    CHECK(starts(10, backtrack) == 1 + 2 * 7);  // after 1, 2, 4 … 64 executions
  }
}

TEST_CASE("a start that takes longer to restore than to run is run again") {
  CHECK(starts(std::size_t{1} << 20, backtracking::automatic) == kExecutions + 7);
}

}  // namespace mcheck::start_test
