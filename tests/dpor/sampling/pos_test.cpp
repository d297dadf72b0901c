// SPDX-License-Identifier: MIT
// Partial order sampling: every class is drawn, and more evenly than by a random walk.
#include "dpor/sampling/pos.hpp"

#include <catch2/catch.hpp>

#include "dpor/sampling/random_walk.hpp"
#include "tests/dpor/sampling/sampled.hpp"

namespace mcheck::pos_test {
namespace {

using table::Word;

// Which loads saw the store: the class of an execution of readers(n).
sampled::Counts classes(mcheck::Strategy& strategy, int n, std::uint64_t executions) {
  return sampled::sample(sampled::readers(n), strategy, executions, sampled::final_state).counts;
}

}  // namespace

TEST_CASE("every class of readers(n) is drawn, more evenly than by a random walk") {
  for (int n = 2; n <= 6; ++n) {
    mcheck::PartialOrderSampling pos({.seed = 1});
    mcheck::RandomWalk walk({.seed = 1});
    const sampled::Counts drawn = classes(pos, n, 64'000);
    const sampled::Counts walked = classes(walk, n, 64'000);
    INFO("readers(" << n << "): pos " << sampled::least(drawn) << " to " << sampled::most(drawn)
                    << ", random walk " << sampled::least(walked) << " to "
                    << sampled::most(walked));
    CHECK(drawn.size() == std::size_t{1} << n);
    CHECK(sampled::least(drawn) > sampled::least(walked));
    // Even would be 64,000 / 2^n; the rarest has a third of that or more.
    CHECK(3 * sampled::least(drawn) > 64'000u >> n);
  }
}

TEST_CASE("steps that do not conflict do not lower a class's probability") {
  // T1 stores after m steps on its own; T2 loads after none. A random walk lets the store come
  // first with 2^-(m+1). Priorities must favour T1 m+1 times as well, but T2 keeps its one:
  // 1/(m+2).
  constexpr int kOwn = 12;
  table::Program program;
  program.threads.emplace_back(kOwn, table::Statement{Word::kStore, 1, 0, 7});
  program.threads.back().push_back({Word::kStore, 0, 0, 1});
  program.threads.push_back({{Word::kLoad, 0, 0}});
  mcheck::PartialOrderSampling pos({.seed = 1});
  mcheck::RandomWalk walk({.seed = 1});
  const auto saw = [](const auto& execution, const auto& executor) -> std::string {
    return executor.final_state(execution).starts_with("T0 done 0 0, T1 done 1 0;") ? "yes" : "no";
  };
  const sampled::Counts drawn = sampled::sample(program, pos, 14'000, saw).counts;
  const sampled::Counts walked = sampled::sample(program, walk, 14'000, saw).counts;
  CHECK(drawn.at("yes") > 14'000 / (kOwn + 2) * 9 / 10);
  CHECK((!walked.contains("yes") || walked.at("yes") < 10));
}

}  // namespace mcheck::pos_test
