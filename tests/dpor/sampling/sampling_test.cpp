// SPDX-License-Identifier: MIT
// What all random strategies have in common: the seed determines the schedules, data choices are
// even, and none of them is ever done. The bias of the random walk is measured here, which others
// improve.
#include <catch2/catch.hpp>

#include "dpor/registry.hpp"
#include "dpor/sampling/random_walk.hpp"
#include "tests/dpor/sampling/sampled.hpp"
#include "tests/support/deep.hpp"
#include "tests/support/generators/random_programs.hpp"

namespace mcheck::sampling_test {
namespace {

using table::Program;
using table::Word;

sampled::Sampled run(const mcheck::StrategyEntry& entry, std::uint64_t seed, const Program& program,
                     std::uint64_t executions, const sampled::Key& key = sampled::schedule) {
  const auto strategy = entry.make({.seed = seed});
  return sampled::sample(program, *strategy, executions, key);
}

// The schedules in the order in which they were drawn.
std::string in_order(const mcheck::StrategyEntry& entry, std::uint64_t seed,
                     const Program& program) {
  std::string all;
  (void)run(entry, seed, program, 50, [&](const auto& execution, const auto& executor) {
    all += sampled::schedule(execution, executor) + "\n";
    return std::string();
  });
  return all;
}

const Program kMixed = table::random_program(11, 4);

}  // namespace

TEST_CASE("the same seed draws the same schedules, and another seed others") {
  for (const mcheck::StrategyEntry& entry : mcheck::strategies()) {
    if (!entry.endless) continue;
    INFO(entry.name);
    const Program program = sampled::adds({3, 4, 2});
    const std::string once = in_order(entry, 1, program);
    CHECK(in_order(entry, 1, program) == once);
    CHECK(in_order(entry, 2, program) != once);
  }
}

TEST_CASE("what is drawn counts its classes and is never exhaustive") {
  for (const mcheck::StrategyEntry& entry : mcheck::strategies()) {
    if (!entry.endless) continue;
    INFO(entry.name);
    const sampled::Sampled got = run(entry, 1, sampled::readers(4), 4000);
    CHECK(got.report.executions == 4000);
    CHECK(got.report.stop == mcheck::SearchReport::Stop::kExecutions);
    CHECK(got.report.classes == 16);  // each of four loads comes before the store or after it
    CHECK_FALSE(entry.make({})->exhaustive());
  }
}

TEST_CASE("the data choices of a thread are drawn evenly") {
  Program program;
  program.threads = {{{Word::kChoose, 0, 0, 5}}, {{Word::kAdd, 0, 0, 1}}};
  for (const mcheck::StrategyEntry& entry : mcheck::strategies()) {
    if (!entry.endless) continue;
    INFO(entry.name);
    const sampled::Sampled got = run(entry, 1, program, 5000, sampled::final_state);
    REQUIRE(got.counts.size() == 5);
    CHECK(sampled::chi_square(got.counts, 5) < 18.5);  // 4 degrees of freedom, one in a thousand
  }
}

TEST_CASE("all final states of small random programs are drawn, and no others") {
  // The rarest state of a program with 300 schedules is still drawn many times in 20,000 tries.
  const int wanted = is_deep() ? 40 : 8;
  for (const mcheck::StrategyEntry& entry : mcheck::strategies()) {
    if (!entry.endless || std::string(entry.name) == "pct") continue;  // pct: depth 3 only
    int compared = 0;
    for (std::uint64_t seed = 1; compared < wanted; ++seed) {
      const Program program = table::random_program(seed, 3);
      const auto all = mcheck::find_strategy("dfs")->make({});
      const sampled::Sampled every = sampled::sample(program, *all, 301, sampled::final_state);
      if (every.report.executions > 300 || every.counts.size() < 2) continue;
      ++compared;
      INFO(entry.name << " seed " << seed << "\n" << table::text(program));
      const sampled::Sampled got = run(entry, 1, program, 20'000, sampled::final_state);
      for (const auto& [state, count] : every.counts) CHECK(got.counts.contains(state));
      CHECK(got.counts.size() == every.counts.size());
    }
  }
}

TEST_CASE("a random walk hardly ever lets the short thread run last") {
  // 60 interleavings of 3 + 1 + 2 steps. T2 last: 10 of 60; a coin gets there seldom.
  mcheck::RandomWalk walk({.seed = 1});
  const sampled::Sampled got =
      sampled::sample(sampled::adds({3, 1, 2}), walk, 60'000, sampled::schedule);
  REQUIRE(got.counts.size() == 60);
  CHECK(sampled::most(got.counts) > 10 * sampled::least(got.counts));  // even would be 1,000 each
}

}  // namespace mcheck::sampling_test
