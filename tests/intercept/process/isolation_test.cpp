// SPDX-License-Identifier: MIT
#include "tests/intercept/process/isolation.hpp"

namespace mcheck::isolation_test {
namespace {

constexpr const char* kProgram = "isolation_program";

struct Both {
  Json shared;
  Json isolated;
};

Both explored_both_ways(const std::string& what, const std::string& options) {
  return {explored_as_json(kProgram, options + " --isolate none", what),
          explored_as_json(kProgram, options + " --isolate fork", what)};
}

void check_equal(const std::string& what, const std::string& options) {
  INFO(what << " " << options);
  const Both both = explored_both_ways(what, options);
  for (const char* count : {"executions", "redundant", "probes", "classes"}) {
    INFO(count);
    CHECK(both.shared[count].natural() == both.isolated[count].natural());
  }
  CHECK(both.shared["verdict"].text() == both.isolated["verdict"].text());
  const auto& before = both.shared["failures"].elements();
  const auto& after = both.isolated["failures"].elements();
  REQUIRE(before.size() == after.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    CHECK(before[i]["kind"].text() == after[i]["kind"].text());
    CHECK(before[i]["message"].text() == after[i]["message"].text());
    CHECK(before[i]["schedule"].text() == after[i]["schedule"].text());
    CHECK(before[i]["trace"].dump() == after[i]["trace"].dump());
  }
}

}  // namespace

TEST_CASE("isolated or not, every strategy finds the same in as many executions") {
  check_equal("spin", "--strategy optimal");
  check_equal("spin", "--strategy dfs");
  for (const char* what : {"right", "wrong", "crash"}) {
    for (const char* strategy : {"optimal", "trust", "odpor", "dfs", "dfs --keep-going"}) {
      check_equal(what, std::string("--strategy ") + strategy);
    }
    check_equal(what, "--strategy portfolio --executions 40 --keep-going");
  }
}

TEST_CASE("isolated or not, a bound leaves out the same") {
  check_equal("right", "--strategy dfs --bound 1");
  check_equal("wrong", "--strategy dfs --bound 0..2");
}

// Two threads of 4 operations: 8!/(4!)² = 70 interleavings.
TEST_CASE("two workers in isolation count as one process does") {
  const Json result = explored_as_json(kProgram, "--strategy dfs --isolate fork --jobs 2", "right");
  CHECK(result["verdict"].text() == "verified");
  CHECK(result["executions"].natural() == 70);
}

TEST_CASE("a failure that is found in isolation is replayed in isolation") {
  const Json found = explored_as_json(kProgram, "--isolate fork", "crash");
  REQUIRE(found["failures"].elements().size() == 1);
  const std::string schedule = found["failures"].elements()[0]["schedule"].text();
  const ShellResult again = mcheck_on("replay", kProgram, quoted(schedule) + " --isolate fork");
  INFO(again.out);
  CHECK(again.code == 1);
}

TEST_CASE("a program started without the command isolates its executions, too") {
  const ShellResult ran =
      run_shell("MCHECK_ISOLATE=fork MCHECK_STRATEGY=dfs " +
                quoted(MCHECK_BINARY_DIRECTORY "/isolation_program") + " right");
  INFO(ran.out);
  CHECK(ran.code == 0);
  CHECK(ran.out.find("verified (70 executions") != std::string::npos);
  CHECK(ran.out.find("a process of its own") != std::string::npos);
}

}  // namespace mcheck::isolation_test
