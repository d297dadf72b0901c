// SPDX-License-Identifier: MIT
// Why a verdict is "incomplete". Budgets and final states of several searches in turn add up.
#include <catch2/catch.hpp>

#include "engine/base/json.hpp"
#include "tests/support/shell.hpp"

namespace mcheck::incomplete_reasons_test {
namespace {

const std::string kBinaries = MCHECK_BINARY_DIRECTORY "/";

Json explored(const std::string& what) {
  const ShellResult ran = run_shell(quoted(kBinaries + "mcheck") + " explore " + quoted(kBinaries) +
                                    what + " --time 60s --json -");
  INFO(ran.what << "\n" << ran.out);
  const auto parsed = Json::parse(ran.out);
  REQUIRE(std::holds_alternative<Json>(parsed));
  return std::get<Json>(parsed);
}

// Explores a family with these options and arguments.
Json family(const std::string& name, const std::string& options, const std::string& arguments) {
  const ShellResult ran =
      run_shell(quoted(kBinaries + "mcheck") + " explore " + quoted(kBinaries + "families") +
                " --test " + name + " --json - " + options + " -- " + arguments);
  INFO(ran.what << "\n" << ran.out);
  const auto parsed = Json::parse(ran.out);
  REQUIRE(std::holds_alternative<Json>(parsed));
  return std::get<Json>(parsed);
}

void is_incomplete(const Json& result, const std::string& why) {
  CHECK(result["verdict"].text() == "incomplete");
  CHECK_THAT(result["reason"].text(), Catch::Contains(why));
}

}  // namespace

TEST_CASE("a strategy without support for spinning threads says that one spins") {
  for (const char* strategy : {"source", "sleep", "delay"}) {
    is_incomplete(family("tas_lock", std::string("--strategy ") + strategy, "2"), "a thread spins");
  }
  // It may never end because of executions that only spin: then it says so as well.
  const Json endless = family("tas_lock", "--strategy odpor --executions 100", "2");
  CHECK(endless["verdict"].text() == "incomplete");
  const std::vector<std::string> remarks = endless["remarks"].texts();
  REQUIRE(remarks.size() == 1);
  CHECK_THAT(remarks[0], Catch::Contains("a thread spins"));
}

TEST_CASE("an execution beyond the bound that reaches the limit on steps is the reported reason") {
  const std::string program = "endless_operations --test endless_operations --bound 0";
  is_incomplete(explored(program + " --strategy optimal"),
                "beyond the bound reached the limit on steps");
  is_incomplete(explored(program + " --jobs 2"), "beyond the bound reached the limit on steps");
  CHECK(explored(program + " --strategy dfs")["verdict"].text() == "verified");
}

TEST_CASE("processes that share a bounded search of spinning threads do not verify") {
  CHECK(family("mcs_lock", "--bound 0", "2")["verdict"].text() == "verified");
  is_incomplete(family("mcs_lock", "--bound 0 --jobs 2", "2"), "finds out where by itself");
  CHECK(family("mcs_lock", "--jobs 2", "2")["verdict"].text() == "verified");
}

TEST_CASE("bounds in turn take no more executions than they are given") {
  const std::uint64_t first =
      family("rmw", "--bound 0 --strategy optimal", "2 2")["executions"].natural();
  const Json exactly = family("rmw", "--bound 0..2 --executions " + std::to_string(first), "2 2");
  is_incomplete(exactly, "stopped after " + std::to_string(first) + " executions");
  CHECK(exactly["executions"].natural() == first);
  const Json more = family("rmw", "--bound 0..2 --executions " + std::to_string(first + 1), "2 2");
  is_incomplete(more, "stopped after " + std::to_string(first + 1) + " executions");
  CHECK(more["executions"].natural() == first + 1);
}

TEST_CASE("a sample adds its final states to those of the part that was searched") {
  const Json result = family("lastzero", "--executions 1000 --final-states", "10");
  is_incomplete(result, "stopped after 1000 executions");
  std::uint64_t ended = 0;
  for (const Json& state : result["final_states"].elements()) ended += state["count"].natural();
  CHECK(ended == 1000);
}

}  // namespace mcheck::incomplete_reasons_test
