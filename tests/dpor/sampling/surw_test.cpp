// SPDX-License-Identifier: MIT
// Uniform walks, by chi-square: over all interleavings, and over the orders on one shared object.
#include "dpor/sampling/surw.hpp"

#include <catch2/catch.hpp>

#include "dpor/sampling/random_walk.hpp"
#include "tests/dpor/sampling/sampled.hpp"

namespace mcheck::surw_test {
namespace {

using Walk = mcheck::SelectivelyUniformWalk;
using table::Program;
using table::Statement;
using table::Word;

// x[0] is shared: 1, 2 and 1 stores. Only T1 uses x[1], before them; T3 makes choices of its own.
Program with_noise() {
  Program program;
  program.threads.emplace_back(4, Statement{Word::kAdd, 1, 1, 1});
  program.threads.back().push_back({Word::kStore, 0, 0, 1});
  program.threads.push_back({{Word::kStore, 0, 0, 2}, {Word::kChoose, 0, 0, 1}});
  program.threads.back().push_back({Word::kStore, 0, 0, 2});
  program.threads.emplace_back(2, Statement{Word::kChoose, 0, 0, 1});
  program.threads.back().push_back({Word::kStore, 0, 0, 3});
  return program;
}

}  // namespace

TEST_CASE("urw draws all 60 interleavings of 3 + 1 + 2 steps equally often") {
  Walk urw({.seed = 1}, Walk::Interest::kEverything);
  const sampled::Counts counts =
      sampled::sample(sampled::adds({3, 1, 2}), urw, 60'001, sampled::schedule).counts;
  REQUIRE(counts.size() == 60);
  CHECK(sampled::chi_square(counts, 60) < 99);  // 59 degrees of freedom, one in a thousand
  CHECK(urw.remarks() ==
        std::vector<std::string>{
            "each schedule is equally likely, at least 1 in 60, if nothing blocks and each "
            "thread takes as many steps as in the executions so far"});
}

TEST_CASE("surw draws all 12 orders on the shared object equally often, whatever else there is") {
  Walk surw({.seed = 1}, Walk::Interest::kOneObject);
  mcheck::RandomWalk walk({.seed = 1});
  const Program program = with_noise();
  const sampled::Counts counts = sampled::sample(program, surw, 60'001, sampled::projection).counts;
  const sampled::Counts walked = sampled::sample(program, walk, 60'001, sampled::projection).counts;
  REQUIRE(counts.size() == 12);                   // 4! / (1! 2! 1!)
  CHECK(sampled::chi_square(counts, 12) < 31.3);  // 11 degrees of freedom, one in a thousand
  CHECK(sampled::chi_square(walked, 12) > 1000);
  CHECK(
      surw.remarks() ==
      std::vector<std::string>{
          "on the one object that threads share each order of the operations is equally likely, at "
          "least 1 in 12, if nothing blocks and each thread takes as many steps as in the "
          "executions so far"});
}

TEST_CASE("surw continues where the intended thread waits for a held one") {
  // Both orders of the locks, and the deadlock of opposite orders, too.
  Program program;
  program.threads.push_back({{Word::kLock, 0}, {Word::kLock, 1}, {Word::kUnlock, 1}});
  program.threads.back().push_back({Word::kUnlock, 0});
  program.threads.push_back({{Word::kLock, 1}, {Word::kLock, 0}, {Word::kUnlock, 0}});
  program.threads.back().push_back({Word::kUnlock, 1});
  Walk surw({.seed = 1}, Walk::Interest::kOneObject);
  const sampled::Sampled got = sampled::sample(program, surw, 1000, sampled::final_state);
  CHECK(got.report.executions == 1000);
  CHECK(got.report.failing > 100);
  CHECK(got.report.failing < 900);
}

}  // namespace mcheck::surw_test
