// SPDX-License-Identifier: MIT
// Shared by the tests of spin loops: explores a body that returns its result, and replays the
// expected failures.
#pragma once

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include <mcheck/mcheck.hpp>

#include "engine/host/search/exploration.hpp"
#include "engine/trace/protocol/schedule.hpp"
#include "tests/support/table/table.hpp"

namespace spinning {

// Each of n threads runs the body once, with its number.
template <class Body>
void team(unsigned n, const Body& body) {
  std::vector<mcheck::thread> threads;
  for (unsigned i = 0; i < n; ++i) threads.emplace_back([&body, i] { body(i); });
  for (mcheck::thread& thread : threads) thread.join();
}

inline bool has_await(const table::Program& program) {
  for (const auto& thread : program.threads) {
    for (const table::Statement& s : thread) {
      if (s.word == table::Word::kAwait) return true;
    }
  }
  return false;
}

// What an exploration saw: the verdict, and every final result.
struct ExploredResults {
  mcheck::summary summary;
  std::array<bool, 1024> results{};
};

inline ExploredResults explore_results(const std::function<unsigned()>& body, mcheck::options how) {
  ExploredResults explored;
  if (how.seconds == 0) how.seconds = 20;
  how.steps = 1000;
  how.ignore_leaks = true;  // what table programs share is never destroyed
  explored.summary = mcheck::explore([&] { explored.results[body()] = true; }, how);
  const mcheck::summary& s = explored.summary;
  UNSCOPED_INFO(how.strategy << ": " << s.executions << " executions, " << s.probes << " probes, "
                             << s.events << " events " << s.failure << " " << s.message);
  return explored;
}

inline void check_bug(const std::function<unsigned()>& body, const std::string& kind,
                      const std::string& words) {
  for (const char* strategy : {"trust", "dfs"}) {
    for (const auto backtrack : {mcheck::backtracking::restore, mcheck::backtracking::rerun}) {
      const ExploredResults found =
          explore_results(body, {.strategy = strategy, .backtrack = backtrack});
      CHECK(found.summary.verdict == mcheck::verdict::bug);
      CHECK(found.summary.failure == kind);
      CHECK_THAT(found.summary.message, Catch::Contains(words));
      const mcheck::Subject subject{
          .program = "explore", .test = "explore", .arguments = {}, .body = [&] { (void)body(); }};
      const auto token = mcheck::parse_token(found.summary.schedule);
      REQUIRE(std::holds_alternative<mcheck::Token>(token));
      const auto schedule =
          mcheck::resolve(std::get<mcheck::Token>(token), subject.program, subject.test);
      REQUIRE(std::holds_alternative<mcheck::Schedule>(schedule));
      mcheck::options how;
      how.steps = 1000;
      how.ignore_leaks = true;  // what table programs share is never destroyed
      const mcheck::Result again =
          mcheck::replay_subject(subject, how, std::get<mcheck::Schedule>(schedule), {}, nullptr);
      INFO(again.reason);
      REQUIRE(again.failures.size() == 1);
      CHECK(name_of(again.failures[0].kind) == kind);
      CHECK(again.failures[0].message == found.summary.message);
    }
  }
}

}  // namespace spinning
