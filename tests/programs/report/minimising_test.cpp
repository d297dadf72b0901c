// SPDX-License-Identifier: MIT
// Whichever strategy finds a failure, and however often, the report is the same: the simplest
// schedule, once, with the nearest execution that passes.
#include <set>

#include "tests/programs/search/shared_search.hpp"

namespace mcheck::minimising_test {
namespace {

Json explored(const std::string& program, const std::string& options) {
  return parsed(run_shell(quoted(kBinaries + "mcheck") + " explore " + quoted(kBinaries + program) +
                          " --json - " + options + " 2>/dev/null"));
}

Json failure_of(const std::string& program, const std::string& options) {
  const bool has_minimise = options.find("--minimise") != std::string::npos;
  const Json result = explored(program, options + (has_minimise ? "" : " --minimise 60s"));
  REQUIRE(result["failures"].elements().size() == 1);
  return result["failures"].elements()[0];
}

ShellResult replayed(const std::string& program, const std::string& schedule) {
  return run_shell(quoted(kBinaries + "mcheck") + " replay " + quoted(kBinaries + program) + " " +
                   schedule + " --quiet");
}

const std::string kPlainest = "fewest preemptions, then fewest switches, then fewest steps";

}  // namespace

TEST_CASE("whichever strategy finds it, the schedule has as few preemptions, and replays") {
  for (const char* program : {"lost_update", "treiber_stack", "ms_queue", "abba_deadlock"}) {
    std::set<std::string> preemptions;
    for (const char* how :
         {"", "--strategy dfs", "--strategy random --executions 100000",
          "--strategy pct --executions 100000", "--strategy pos --executions 100000 --seed 7",
          "--strategy portfolio --executions 100000 --jobs 2"}) {
      INFO(program << " " << how);
      const Json failure = failure_of(program, how);
      CHECK(failure["minimised"].text() == kPlainest);
      CHECK(replayed(program, failure["schedule"].text()).code == 1);
      // Different checks of treiber_stack fail, and some need fewer preemptions.
      preemptions.insert(failure["message"].text() + failure["preemptions"].dump());
    }
    CHECK(preemptions.size() <= (std::string(program) == "treiber_stack" ? 2 : 1));
  }
}

TEST_CASE("the execution beside a failure passes, and begins like it") {
  for (const char* how : {"", "--isolate fork"}) {
    const Json failure = failure_of("lost_update", how);
    const Json decisive_step = failure["turning"];
    CHECK(decisive_step["certain"].boolean());
    CHECK(replayed("lost_update", decisive_step["schedule"].text()).code == 3);
    // Both threads load before either stores: the second load decides.
    const auto& trace = failure["trace"].elements();
    const auto step = static_cast<std::size_t>(decisive_step["step"].natural());
    CHECK(trace.at(step)["operation"].text() == "load");
    CHECK(decisive_step["first"].natural() == step);
    CHECK(trace.at(decisive_step["second"].natural())["operation"].text() == "store");
    for (std::size_t i = 0; i < step; ++i) {
      CHECK(decisive_step["passing"].elements().at(i)["thread"].text() ==
            trace[i]["thread"].text());
    }
  }
}

TEST_CASE("of a deadlock, the pair is a step and what another thread waits to do") {
  const Json failure = failure_of("abba_deadlock", "");
  const Json decisive_step = failure["turning"];
  CHECK(decisive_step["second"].is_null());
  const Json& waiting = failure["threads"].elements().at(decisive_step["waiting"].natural());
  CHECK(waiting["state"].text() == "blocked");
  const Json& first = failure["trace"].elements().at(decisive_step["first"].natural());
  CHECK(first["object"].text() == waiting["object"].text());
}

TEST_CASE("failing executions of one bug are one report, and counted") {
  // Of the 6 orders of two loads and two stores, those where both load first.
  CHECK(failure_of("lost_update", "--keep-going --strategy dfs")["occurrences"].natural() == 4);
  CHECK(
      failure_of("lost_update", "--keep-going --strategy dfs --jobs 2")["occurrences"].natural() ==
      4);
  CHECK(failure_of("lost_update", "--strategy dfs")["occurrences"].natural() == 1);
}

TEST_CASE("without minimising the schedule is as it was found") {
  const Json failure =
      failure_of("ms_queue", "--minimise off --strategy random --executions 99999");
  CHECK(failure["minimised"].text().empty());
  CHECK(failure["turning"].is_null());
  CHECK(replayed("ms_queue", failure["schedule"].text()).code == 1);
  CHECK(failure["preemptions"].natural() > 1);
}

}  // namespace mcheck::minimising_test
