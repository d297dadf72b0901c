// SPDX-License-Identifier: MIT
// Strategies in turn: each member gets its share, and the one that finds a failure is named.
#include "dpor/sampling/portfolio.hpp"

#include <catch2/catch.hpp>

#include "dpor/sampling/pos.hpp"
#include "tests/dpor/sampling/sampled.hpp"

namespace mcheck::portfolio_test {
namespace {

using table::Program;
using table::Word;

Program locks_both_ways() {
  Program program;
  program.threads.push_back({{Word::kLock, 0}, {Word::kLock, 1}});
  program.threads.push_back({{Word::kLock, 1}, {Word::kLock, 0}});
  return program;
}

}  // namespace

TEST_CASE("the members take turns, an execution each") {
  mcheck::Portfolio portfolio({.seed = 1});
  (void)sampled::sample(sampled::adds({2, 2}), portfolio, 52, sampled::schedule);
  std::vector<std::string> names;
  std::vector<std::uint64_t> executions;
  for (const auto& member : portfolio.members()) {
    names.push_back(member.name);
    executions.push_back(member.executions);
  }
  CHECK(names == std::vector<std::string>{"random", "pct 2", "pct 3", "pos", "surw"});
  CHECK(executions == std::vector<std::uint64_t>{11, 11, 10, 10, 10});
}

TEST_CASE("a member draws what it would draw alone with its seed") {
  std::vector<std::string> among, alone;
  const auto keep = [](std::vector<std::string>& into) {
    return [&into](const auto& execution, const auto& executor) {
      into.push_back(sampled::schedule(execution, executor));
      return std::string();
    };
  };
  const Program program = sampled::adds({3, 4});
  mcheck::Portfolio portfolio({.seed = 5});
  (void)sampled::sample(program, portfolio, 100, keep(among));
  mcheck::Random seeds(5);
  for (int i = 0; i < 3; ++i) (void)seeds.next();
  mcheck::PartialOrderSampling pos({.seed = seeds.next()});  // the fourth member
  (void)sampled::sample(program, pos, 20, keep(alone));
  for (std::size_t i = 0; i < 20; ++i) CHECK(among[3 + 5 * i] == alone[i]);
}

TEST_CASE("the member that found a failure is named, and nothing else") {
  mcheck::Portfolio portfolio({.seed = 1});
  const sampled::Sampled got =
      sampled::sample(locks_both_ways(), portfolio, 100, sampled::final_state);
  REQUIRE(got.report.failing > 1);
  const std::size_t finder = (got.report.failures[0].execution - 1) % 5;
  const std::vector<std::string> lines = portfolio.remarks();
  REQUIRE(lines.size() == 2);
  CHECK(lines[0] == "found by " + portfolio.members()[finder].name + ", first");
  CHECK(lines[1].starts_with("executions that failed: random: "));
}

TEST_CASE("without a failure each member says what it guarantees") {
  mcheck::Portfolio portfolio({.seed = 1});
  (void)sampled::sample(sampled::adds({2, 2}), portfolio, 50, sampled::schedule);
  const std::vector<std::string> lines = portfolio.remarks();
  REQUIRE(lines.size() == 7);  // pct says two lines
  CHECK(lines[1].starts_with("pct 2: each execution finds a bug of depth 2 with probability"));
}

}  // namespace mcheck::portfolio_test
