// SPDX-License-Identifier: MIT
#include "dpor/trust.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "dpor/depth_first.hpp"
#include "engine/search/search.hpp"
#include "tests/support/enumerate.hpp"
#include "tests/support/random_programs.hpp"
#include "tests/support/table_executor.hpp"

namespace {

using table::Program;
using table::Statement;
using table::Word;

class Noting final : public mcheck::Strategy {
 public:
  Noting(mcheck::Strategy& inner, const table::TableExecutor& executor)
      : inner_(inner), executor_(executor) {}
  std::optional<mcheck::Begin> begin_execution() override { return inner_.begin_execution(); }
  mcheck::Pick pick(const mcheck::View& view) override { return inner_.pick(view); }
  void end_execution(const mcheck::Execution& execution, mcheck::Ending ending) override {
    ++final_states[executor_.final_state(execution)];
    inner_.end_execution(execution, ending);
  }
  [[nodiscard]] bool exhaustive() const override { return inner_.exhaustive(); }
  [[nodiscard]] bool whole_executions() const override { return inner_.whole_executions(); }
  std::map<std::string, std::uint64_t> final_states;

 private:
  mcheck::Strategy& inner_;
  const table::TableExecutor& executor_;
};

struct Searched {
  mcheck::SearchReport report;
  std::set<std::string> final_states;
};

Searched search(const Program& program, mcheck::Strategy& inner) {
  mcheck::Identities identities;
  mcheck::Execution execution(identities);
  table::TableExecutor executor(program);
  Noting strategy(inner, executor);
  mcheck::SearchOptions options;
  options.stop_after = 0;
  options.backtrack = mcheck::Backtrack::kRestore;
  options.count_classes = true;
  mcheck::Search search(execution, executor, strategy, options);
  Searched searched{search.explore(), {}};
  for (const auto& [state, count] : strategy.final_states) searched.final_states.insert(state);
  return searched;
}

}  // namespace

TEST_CASE("trust: random programs") {
  std::uint64_t compared = 0;
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    const Program program = table::random_program(seed, 2 + static_cast<int>(seed % 3));
    if (!table::enumerate(program, -1, 5'000).complete) continue;
    bool shared = false;
    for (const auto& thread : program.threads) {
      for (const Statement& s : thread) {
        shared = shared || s.word == Word::kReadLock || s.word == Word::kRelease;
      }
    }
    ++compared;
    INFO("seed " << seed << "\n" << table::text(program));
    mcheck::Trust trust;
    const Searched found = search(program, trust);
    mcheck::DepthFirst all(-1);
    const Searched oracle = search(program, all);
    REQUIRE(found.report.stop == mcheck::SearchReport::Stop::kExhausted);
    if (!shared) CHECK(found.report.executions == found.report.classes);
    CHECK(found.report.classes == oracle.report.classes);
    CHECK(found.final_states == oracle.final_states);
  }
  CHECK(compared > 1000);
}

TEST_CASE("trust: every final state within the bound, and every class") {
  std::uint64_t compared = 0, optimum = 0, took = 0;
  for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
    const Program program = table::random_program(seed, 2 + static_cast<int>(seed % 3));
    if (!table::enumerate(program, -1, 3'000).complete) continue;
    for (int bound = 0; bound <= 2; ++bound) {
      INFO("seed " << seed << " bound " << bound << "\n" << table::text(program));
      mcheck::Trust trust(bound);
      const Searched found = search(program, trust);
      mcheck::DepthFirst all(bound);
      const Searched oracle = search(program, all);
      ++compared;
      optimum += oracle.report.classes;
      took += found.report.executions + found.report.redundant;
      CHECK(found.report.executions - found.report.beyond_bound >= oracle.report.classes);
      for (const std::string& state : oracle.final_states) {
        CHECK(found.final_states.count(state) == 1);
      }
    }
  }
  WARN(compared << " compared, optimum " << optimum << " took " << took);
}
