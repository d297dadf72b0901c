// SPDX-License-Identifier: MIT
// Compares the classes that are counted, without clocks, with those that clocks distinguish: random
// programs, and all their executions, or as many as there is time for.
#include <catch2/catch.hpp>
#include <set>

#include "tests/dpor/reductions/explored.hpp"
#include "tests/support/generators/random_programs.hpp"

namespace mcheck::class_sum_test {
namespace {

template <class Program>
std::size_t compare(const Program& program) {
  const explored::Explored all = explored::explore(program, explored::strategy("dfs"), 300);
  std::set<std::uint64_t> sums;
  for (const auto& [of_class, own] : all.sums) {
    REQUIRE(own.size() == 1);
    sums.insert(own.begin(), own.end());
  }
  REQUIRE(sums.size() == all.classes.size());
  return sums.size();
}

}  // namespace

TEST_CASE("counted classes are those that clocks distinguish") {
  std::size_t several = 0;
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    const table::Program table = table::random_program(seed, 3 + static_cast<int>(seed % 3));
    INFO("seed " << seed << "\n" << table::text(table));
    several += compare(table) > 1 ? 1 : 0;
  }
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    const script::Program script = script::random_program(seed, 4 + static_cast<int>(seed % 6));
    INFO("seed " << seed << "\n" << script::text(script));
    several += compare(script) > 1 ? 1 : 0;
  }
  CHECK(several > 1000);
}

}  // namespace mcheck::class_sum_test
