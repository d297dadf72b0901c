// SPDX-License-Identifier: MIT
// Compares random priorities with their guarantee: bugs whose depth is known by construction are
// hit at least as often as promised.
#include "dpor/sampling/pct.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "tests/dpor/sampling/sampled.hpp"

namespace mcheck::pct_test {
namespace {

using table::Program;
using table::Statement;
using table::Word;

constexpr Statement kNoise{Word::kStore, 1, 0, 7};  // to x[1], which no bug reads

std::vector<Statement> noise(int steps) {
  return std::vector<Statement>(static_cast<std::size_t>(steps), kNoise);
}

void append(std::vector<Statement>& to, const std::vector<Statement>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

struct Bug {
  Program program;
  std::string state;  // the registers of T1 if the bug occurred
  int depth = 0;
  double n = 0, k = 0;
};

double steps_of(const Program& program) {
  std::size_t steps = 0;
  for (const auto& thread : program.threads) steps += thread.size();
  return static_cast<double>(steps);
}

Bug bug_of(Program program, int depth, std::string state) {
  Bug bug{std::move(program), std::move(state), depth, 0, 0};
  bug.n = static_cast<double>(bug.program.threads.size());
  bug.k = steps_of(bug.program);
  return bug;
}

// One constraint: T1's load comes after T2's store, which comes after much else.
Bug depth_one() {
  Program program;
  program.threads.push_back({{Word::kLoad, 0, 0}});
  program.threads.push_back(noise(8));
  program.threads.back().push_back({Word::kStore, 0, 0, 1});
  program.threads.push_back(noise(3));
  return bug_of(std::move(program), 1, "1 0,");
}

// Two constraints: T1's load comes between T2's two stores.
Bug depth_two() {
  Program program;
  program.threads.push_back(noise(4));
  program.threads.back().push_back({Word::kLoad, 0, 0});
  program.threads.push_back(noise(6));
  append(program.threads.back(), {{Word::kStore, 0, 0, 1}, {Word::kStore, 0, 0, 2}});
  append(program.threads.back(), noise(3));
  program.threads.push_back(noise(3));
  return bug_of(std::move(program), 2, "1 0,");
}

// Three constraints: T1's first load comes between T2's stores, its second after them.
Bug depth_three() {
  Program program;
  program.threads.push_back({{Word::kLoad, 0, 0}, kNoise, {Word::kLoad, 0, 1}});
  program.threads.push_back({{Word::kStore, 0, 0, 1}, kNoise, {Word::kStore, 0, 0, 2}, kNoise});
  program.threads.push_back(noise(2));
  return bug_of(std::move(program), 3, "1 2,");
}

// Compares how often the bug was hit with how often it should have been at least.
void check_bound(const Bug& bug, std::uint64_t executions) {
  mcheck::Pct pct({.seed = 1}, static_cast<std::uint32_t>(bug.depth));
  const sampled::Sampled got = sampled::sample(
      bug.program, pct, executions, [&](const auto& execution, const auto& executor) {
        return executor.final_state(execution).starts_with("T0 done " + bug.state) ? "hit"
                                                                                   : "missed";
      });
  const double hits = static_cast<double>(got.counts.contains("hit") ? got.counts.at("hit") : 0);
  const double rate = hits / static_cast<double>(executions);
  const double bound = 1 / (bug.n * std::pow(bug.k, bug.depth - 1));
  INFO("depth " << bug.depth << ": " << rate << " of all, at least " << bound);
  CHECK(rate >= bound);
}

}  // namespace

TEST_CASE("pct hits bugs of depths 1, 2 and 3 at least as often as its bound says") {
  check_bound(depth_one(), 20'000);
  check_bound(depth_two(), 20'000);
  check_bound(depth_three(), 20'000);
}

TEST_CASE("with depth 1 no thread is ever preempted") {
  // Three threads have 3! orders, and all of them are drawn evenly.
  mcheck::Pct pct({.seed = 1}, 1);
  const sampled::Sampled got =
      sampled::sample(sampled::adds({4, 4, 4}), pct, 6000, sampled::schedule);
  CHECK(got.counts.size() == 6);
  CHECK(sampled::chi_square(got.counts, 6) < 20.5);  // 5 degrees of freedom, one in a thousand
}

TEST_CASE("pct says its bound with the numbers of the program") {
  // Of 9 steps the last one has one enabled thread only: at most 8 have several.
  mcheck::Pct pct({.seed = 1}, 3);
  (void)sampled::sample(sampled::adds({3, 3, 3}), pct, 1000, sampled::schedule);
  const std::vector<std::string> lines = pct.remarks();
  REQUIRE(lines.size() == 2);
  CHECK(lines[0] ==
        "each execution finds a bug of depth 3 with probability at least 1/(n k^2) = 1 in 192 "
        "(n = 3 threads, k = 8 steps with several enabled threads, as far as seen)");
  CHECK(lines[1].starts_with("after "));
  CHECK(lines[1].find("was missed with probability at most 0.00") != std::string::npos);
}

}  // namespace mcheck::pct_test
