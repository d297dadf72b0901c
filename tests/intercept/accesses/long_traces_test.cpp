// SPDX-License-Identifier: MIT
// Unmodified programs whose traces have thousands of steps. Programs for the headers, and every
// strategy: tests/runtime/machine/long_traces_test.cpp.
#include "tests/intercept/unmodified.hpp"

namespace mcheck::long_traces_test {
namespace {

Explored long_trace(std::uint64_t seed, unsigned padding) {
  const std::string words = std::to_string(seed) + " " + std::to_string(padding);
  const Json found = unmodified_programs::result_of("long_traces", "--steps 1000000", words);
  return {.verdict = found["verdict"].text(),
          .kind = "",
          .message = found["reason"].text(),
          .executions = found["executions"].natural()};
}

}  // namespace

TEST_CASE("unmodified programs have the classes in thousands of steps that they have in few") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Explored brief = long_trace(seed, 0);
    const Explored lengthy = long_trace(seed, 400);
    INFO("seed " << seed << ": " << lengthy.message);
    CHECK(lengthy.verdict == brief.verdict);
    CHECK(lengthy.executions == brief.executions);
  }
}

// From 128 nodes on mcheck used to call this program not repeatable: of more than 256 reads it did
// not keep all positions, so it found an idle iteration of the consumer late, and the iteration was
// missing when the search backtracked to examine it.
TEST_CASE("a consumer that first runs after many steps of its producer repeats itself") {
  const auto repeats = [](const std::string& size, const std::string& options) {
    INFO(size << " " << options);
    const std::string budget = "--executions 12 --time 2s ";
    const Explored found = explored("unmodified_long_queue", size, budget + options);
    CHECK(found.verdict == "incomplete");
  };
  for (const char* strategy : {"optimal", "odpor", "dfs", "pct", "random"}) {
    for (const char* size : {"127", "128"}) repeats(size, std::string("--strategy ") + strategy);
  }
  for (const char* backtrack : {"restore", "rerun"}) {
    repeats("300", std::string("--backtrack ") + backtrack);
    repeats("300", std::string("--strategy dfs --backtrack ") + backtrack);
  }
}

}  // namespace mcheck::long_traces_test
