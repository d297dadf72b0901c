// SPDX-License-Identifier: MIT
// Random programs, explored by the reductions and by exhaustive search: the same classes, the same
// final states, the same deadlocks; each class as often as the reduction promises.
#include <catch2/catch.hpp>
#include <set>

#include "tests/dpor/reductions/explored.hpp"
#include "tests/support/deep.hpp"
#include "tests/support/generators/random_programs.hpp"

namespace mcheck::random_agreement_test {
namespace {

using explored::Explored;
using explored::MakeStrategy;

template <class Map>
std::set<typename Map::key_type> keys(const Map& map) {
  std::set<typename Map::key_type> result;
  for (const auto& [key, count] : map) result.insert(key);
  return result;
}

struct Guarantee {
  bool no_redundant_executions = false;  // no execution is redundant
};

// False: the program is too large for exhaustive search.
template <class Program>
bool check_program(const Program& program, const MakeStrategy& make, Guarantee guarantee) {
  const Explored all = explored::explore(program, explored::strategy("dfs"), 2000);
  if (!all.complete()) return false;
  const Explored found = explored::explore(program, make);
  REQUIRE(found.complete());
  REQUIRE(found.exceeds_counter_limit == all.exceeds_counter_limit);
  if (all.exceeds_counter_limit) return true;
  REQUIRE(keys(found.classes) == keys(all.classes));
  REQUIRE(keys(found.final_states) == keys(all.final_states));
  REQUIRE(keys(found.stuck) == keys(all.stuck));
  REQUIRE(found.report.executions == found.classes.size());
  if (guarantee.no_redundant_executions) REQUIRE(found.report.redundant == 0);
  return true;
}

int sample_size() { return is_deep() ? 20 : 1; }

void check_tables(const char* strategy, Guarantee guarantee) {
  int compared = 0;
  for (std::uint64_t seed = 1; compared < 5000 * sample_size(); ++seed) {
    const table::Program program = table::random_program(seed, 3 + static_cast<int>(seed % 2));
    INFO("seed " << seed << "\n" << table::text(program));
    if (check_program(program, explored::strategy(strategy), guarantee)) ++compared;
  }
}

void check_scripts(const char* strategy, Guarantee guarantee) {
  int compared = 0;
  for (std::uint64_t seed = 1; compared < 5000 * sample_size(); ++seed) {
    const script::Program program = script::random_program(seed, 4 + static_cast<int>(seed % 4));
    INFO("seed " << seed << "\n" << script::text(program));
    if (check_program(program, explored::strategy(strategy), guarantee)) ++compared;
  }
}

void check_random_programs(const char* strategy, Guarantee guarantee) {
  check_tables(strategy, guarantee);
  check_scripts(strategy, guarantee);
}

}  // namespace

TEST_CASE("optimal DPOR runs each class of random programs once, without redundant executions") {
  check_random_programs("odpor", {.no_redundant_executions = true});
}

TEST_CASE("source DPOR finishes each class of random programs once") {
  check_random_programs("source", {});
}

TEST_CASE("sleep sets finish each class of random programs once") {
  check_random_programs("sleep", {});
}

}  // namespace mcheck::random_agreement_test
