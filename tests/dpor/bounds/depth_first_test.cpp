// SPDX-License-Identifier: MIT
// Compares depth-first search of table programs with a brute-force enumeration that shares no code
// with it: the same number of schedules, the same deadlocks, the same final states equally often.
#include "dpor/bounds/depth_first.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <map>

#include "engine/search/driver/search.hpp"
#include "tests/support/deep.hpp"
#include "tests/support/generators/random_programs.hpp"
#include "tests/support/oracle/enumerate.hpp"
#include "tests/support/table/table_executor.hpp"

namespace mcheck::depth_first_test {
namespace {

using table::Enumeration;
using table::Program;
using table::Statement;
using table::Word;

// Records the final state of each execution.
class FinalStateRecorder final : public mcheck::Strategy {
 public:
  FinalStateRecorder(mcheck::Strategy& inner, const table::TableExecutor& executor)
      : inner_(inner), executor_(executor) {}
  std::optional<mcheck::Begin> begin_execution() override { return inner_.begin_execution(); }
  mcheck::Pick pick(const mcheck::View& view) override { return inner_.pick(view); }
  void end_execution(const mcheck::Execution& execution, mcheck::Ending ending) override {
    ++final_states[executor_.final_state(execution)];
    inner_.end_execution(execution, ending);
  }
  [[nodiscard]] bool exhaustive() const override { return inner_.exhaustive(); }
  std::map<std::string, std::uint64_t> final_states;

 private:
  mcheck::Strategy& inner_;
  const table::TableExecutor& executor_;
};

struct Searched {
  mcheck::SearchReport report;
  std::map<std::string, std::uint64_t> final_states;
  bool bound_hit = false;
};

Searched search(const Program& program, int bound,
                mcheck::Backtrack backtrack = mcheck::Backtrack::kRestore) {
  mcheck::Identities identities;
  mcheck::Execution execution(identities);
  table::TableExecutor executor(program);
  mcheck::DepthFirst depth_first(bound);
  FinalStateRecorder strategy(depth_first, executor);
  mcheck::SearchOptions options;
  options.stop_after = 0;
  options.backtrack = backtrack;
  options.fingerprint_traces = true;
  mcheck::Search search(execution, executor, strategy, options);
  return {search.explore(), std::move(strategy.final_states), depth_first.bound_hit()};
}

std::uint64_t factorial(int n) {
  return n <= 1 ? 1 : static_cast<std::uint64_t>(n) * factorial(n - 1);
}

Program adds(int threads, int each) {
  Program program;
  for (int t = 0; t < threads; ++t) {
    program.threads.emplace_back(static_cast<std::size_t>(each), Statement{Word::kAdd, 0, 0, 1});
  }
  return program;
}

}  // namespace

TEST_CASE("T threads of K fetch_add have (TK)!/(K!)^T schedules") {
  for (int threads = 1; threads <= 4; ++threads) {
    for (int each = 1; threads * each <= 12; ++each) {
      std::uint64_t expected = factorial(threads * each);
      for (int t = 0; t < threads; ++t) expected /= factorial(each);
      INFO(threads << " threads of " << each);
      CHECK(search(adds(threads, each), -1).report.executions == expected);
    }
  }
}

TEST_CASE("under every bound as many schedules are run as an enumeration finds") {
  for (int threads = 2; threads <= 4; ++threads) {
    const int most = is_deep() ? 12 : 8;
    for (int each = 1; threads * each <= most; ++each) {
      const Program program = adds(threads, each);
      for (int bound = 0; bound <= threads * each; ++bound) {
        INFO(threads << " threads of " << each << ", bound " << bound);
        CHECK(search(program, bound).report.executions ==
              table::enumerate(program, bound, 1'000'000).schedules);
      }
    }
  }
}

TEST_CASE("random programs have the schedules and final states that an enumeration finds") {
  std::uint64_t compared = 0;
  for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
    const Program program = table::random_program(seed, 3);
    const Enumeration all = table::enumerate(program, -1, 20'000);
    if (!all.complete) continue;
    ++compared;
    INFO("seed " << seed << "\n" << table::text(program));
    const Searched found = search(program, -1);
    REQUIRE(found.report.stop == mcheck::SearchReport::Stop::kExhausted);
    REQUIRE(found.report.executions == all.schedules);
    REQUIRE(found.report.failing == all.deadlocks);
    REQUIRE(found.final_states == all.final_states);
  }
  CHECK(compared > 1000);
}

TEST_CASE("bounded search of random programs runs exactly the schedules within the bound") {
  std::uint64_t compared = 0;
  for (std::uint64_t seed = 1; seed <= 600; ++seed) {
    const Program program = table::random_program(seed, 4);
    for (int bound = 0; bound <= 2; ++bound) {
      const Enumeration within = table::enumerate(program, bound, 20'000);
      if (!within.complete) continue;
      ++compared;
      INFO("seed " << seed << " bound " << bound << "\n" << table::text(program));
      const Searched found = search(program, bound);
      REQUIRE(found.report.executions == within.schedules);
      REQUIRE(found.final_states == within.final_states);
    }
  }
  CHECK(compared > 1200);
}

TEST_CASE("with operations of every kind, too, each schedule within the bound is run once") {
  for (const table::Theme theme : table::kThemesAndGates) {
    const table::Shape shape{.theme = theme, .max_threads = 3, .max_statements = 3, .stops = false};
    std::uint64_t compared = 0;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
      const Program program = table::random_program(seed, shape);
      for (int bound = -1; bound <= 2; ++bound) {
        const Enumeration within = table::enumerate(program, bound, 3'000);
        if (!within.complete) continue;
        ++compared;
        INFO(table::name_of(theme) << ", seed " << seed << " bound " << bound << "\n"
                                   << table::text(program));
        const Searched found = search(program, bound);
        REQUIRE(found.report.executions == within.schedules);
        REQUIRE(found.report.failing + found.report.unmet == within.deadlocks);
        REQUIRE(found.final_states == within.final_states);
      }
    }
    CHECK(compared > 300);
  }
}

TEST_CASE("restoring and running again explore the same traces of table programs") {
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const Program program = table::random_program(seed, 3);
    if (!table::enumerate(program, -1, 5'000).complete) continue;
    INFO("seed " << seed << "\n" << table::text(program));
    const Searched restored = search(program, -1, mcheck::Backtrack::kRestore);
    const Searched rerun = search(program, -1, mcheck::Backtrack::kRerun);
    REQUIRE(restored.report.traces == rerun.report.traces);
    REQUIRE(restored.report.executions == rerun.report.executions);
    REQUIRE(restored.report.failures.size() == rerun.report.failures.size());
  }
}

TEST_CASE("a bound that leaves nothing out is not said to be hit") {
  CHECK_FALSE(search(adds(2, 2), 2).bound_hit);
  CHECK(search(adds(2, 2), 1).bound_hit);
}

}  // namespace mcheck::depth_first_test
