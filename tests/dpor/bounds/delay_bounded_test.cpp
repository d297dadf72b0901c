// SPDX-License-Identifier: MIT
// Compares delay bounding with a recursion that uses nothing of mcheck, and with its formula.
#include "dpor/bounds/delay_bounded.hpp"

#include <catch2/catch.hpp>

#include "tests/dpor/sampling/sampled.hpp"
#include "tests/support/generators/random_programs.hpp"
#include "tests/support/oracle/enumerate.hpp"

namespace mcheck::delay_bounded_test {
namespace {

using table::Program;
using table::Word;

// The number of schedules of threads that never block, with these remaining steps and delays.
std::uint64_t schedules(std::vector<int> left, std::size_t running, int delays) {
  std::uint64_t sum = 0;
  bool done = true;
  int skipped = 0;
  for (std::size_t i = 0; i < left.size(); ++i) {
    const std::size_t next = (running + i) % left.size();
    if (left[next] == 0) continue;
    done = false;
    if (skipped > delays) break;
    --left[next];
    sum += schedules(left, next, delays - skipped++);
    ++left[next];
  }
  return done ? 1 : sum;
}

std::uint64_t choose(std::uint64_t n, std::uint64_t k) {
  std::uint64_t product = 1;
  for (std::uint64_t i = 1; i <= k; ++i) product = product * (n - k + i) / i;
  return product;
}

struct Searched {
  sampled::Sampled found;
  bool bound_hit = false;
};

Searched search(const Program& program, int bound) {
  mcheck::DelayBounded delay(bound);
  Searched done{sampled::sample(program, delay, 0, sampled::schedule), false};
  done.bound_hit = delay.bound_hit();
  return done;
}

}  // namespace

TEST_CASE("with N delays as many schedules are run as a recursion counts, each once") {
  for (const std::vector<int>& times :
       {std::vector<int>{2, 2}, {3, 1, 2}, {2, 2, 2}, {1, 1, 1, 1}, {5, 4}, {1, 7, 2}}) {
    std::uint64_t steps = 0;
    for (const int own : times) steps += static_cast<std::uint64_t>(own);
    for (int bound = 0; bound <= 4; ++bound) {
      INFO(steps << " steps, bound " << bound);
      const Searched got = search(sampled::adds(times), bound);
      // main, which ran last, is followed by the first thread
      CHECK(got.found.report.executions == schedules(times, 0, bound));
      CHECK(got.found.counts.size() == got.found.report.executions);
      CHECK(got.found.report.executions <=
            choose(steps + static_cast<std::uint64_t>(bound), static_cast<std::uint64_t>(bound)));
    }
  }
}

TEST_CASE("without a bound every schedule is run, also where threads block and data is chosen") {
  int compared = 0;
  for (std::uint64_t seed = 1; compared < 200; ++seed) {
    const Program program = table::random_program(seed, 3);
    const table::Enumeration all = table::enumerate(program, -1, 3'000);
    if (!all.complete) continue;
    ++compared;
    INFO("seed " << seed << "\n" << table::text(program));
    mcheck::DelayBounded delay(-1);
    const sampled::Sampled got = sampled::sample(program, delay, 0, sampled::final_state);
    REQUIRE(got.report.executions == all.schedules);
    REQUIRE(got.report.failing == all.deadlocks);
    REQUIRE(got.counts == all.final_states);
    REQUIRE_FALSE(delay.bound_hit());
  }
}

TEST_CASE("what needs three delays is found with three and not with two") {
  // Add, load, add, load, add: each of T1's adds but the last, and T2's first load, is interrupted.
  Program program;
  program.threads.push_back({{Word::kAdd, 0, 0, 1}, {Word::kAdd, 0, 0, 1}, {Word::kAdd, 0, 0, 1}});
  program.threads.push_back({{Word::kLoad, 0, 0}, {Word::kLoad, 0, 1}});
  for (int bound = 0; bound <= 3; ++bound) {
    mcheck::DelayBounded delay(bound);
    const sampled::Sampled got = sampled::sample(program, delay, 0, sampled::final_state);
    bool found = false;  // T2 loads 1 and 2
    for (const auto& [state, count] : got.counts) {
      found = found || state.find("T1 done 1 2; x 3 ") != std::string::npos;
    }
    INFO("bound " << bound);
    CHECK(found == (bound == 3));
    CHECK(delay.bound_hit() == (bound < 3));  // with three every schedule is run
  }
}

}  // namespace mcheck::delay_bounded_test
