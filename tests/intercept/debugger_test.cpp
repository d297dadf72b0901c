// SPDX-License-Identifier: MIT
// mcheck replay --gdb, with a gdb that reads what to do from its standard input.
#include <unistd.h>
#include <catch2/catch.hpp>
#include <cstdio>
#include <string>

#include "engine/base/json.hpp"
#include "tests/support/shell.hpp"

namespace mcheck {
namespace {

const std::string kMcheck = MCHECK_BINARY_DIRECTORY "/mcheck";
const std::string kProgram = MCHECK_BINARY_DIRECTORY "/debugged_program";

std::string failing_schedule() {
  const Ran ran = run_shell(kMcheck + " explore " + kProgram + " --bound 0..2 --json - --time 60s");
  const auto parsed = Json::parse(ran.out);
  const Json* result = std::get_if<Json>(&parsed);
  INFO(ran.what << ran.out);
  REQUIRE(result != nullptr);
  REQUIRE((*result)["failures"].elements().size() == 1);
  const Json& failure = (*result)["failures"].elements().front();
  REQUIRE(failure["preemptions"].integer() == 2);
  return failure["schedule"].text();
}

// What gdb prints while it is told these lines.
std::string debugged(const std::string& lines, const std::string& options) {
  const Ran ran = run_shell("printf '" + lines + "' | " + kMcheck + " replay " + kProgram + " " +
                                failing_schedule() + " --gdb " + options + " 2>&1",
                            120);
  UNSCOPED_INFO(ran.what << "\n" << ran.out);
  return ran.out;
}

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) {
    ++found;
  }
  return found;
}

TEST_CASE("gdb stops at each preemption, and variables are what they are there") {
  const std::string out = debugged(
      "echo one:\\\\n\\nprint *(int*)&shown\\nmcheck in T2 print first\\n"
      "mcheck next\\necho two:\\\\n\\nprint *(int*)&shown\\nmcheck in T2 print first\\n"
      "mcheck next\\nmcheck in T2 print second\\n",
      "--break preemption");
  const std::size_t one = out.find("one:");
  const std::size_t two = out.find("two:");
  REQUIRE(one < two);
  REQUIRE(two != std::string::npos);
  CHECK(out.find("▶ T2 → T1") < one);
  const std::string at_one = out.substr(one, two - one);
  CHECK_THAT(at_one, Catch::Contains("$1 = 5"));
  CHECK_THAT(at_one, Catch::Contains("$2 = 5"));
  CHECK_THAT(at_one, Catch::Contains("▶ T1 → T2"));
  const std::string at_two = out.substr(two);
  CHECK_THAT(at_two, Catch::Contains("$3 = 7"));
  CHECK_THAT(at_two, Catch::Contains("$4 = 5"));
  CHECK_THAT(at_two, Catch::Contains("the failure"));
  CHECK_THAT(at_two, Catch::Contains("$5 = 7"));
}

TEST_CASE("gdb stops at each switch, and sees all threads' stacks by name") {
  const std::string out =
      debugged("mcheck threads\\nmcheck next\\nmcheck bt all\\nmcheck next\\nmcheck next\\n", "");
  CHECK(count(out, "switch 1, step ") == 1);
  CHECK(count(out, "switch 2, step ") == 1);
  CHECK(count(out, "switch 3, step ") == 1);
  CHECK_THAT(out, Catch::Contains("* T1"));
  CHECK_THAT(out, Catch::Contains("main:\n#0") && Catch::Contains("\nT1:\n#0"));
}

TEST_CASE("looking through another thread's eyes changes nothing") {
  const std::string out = debugged(
      "mcheck next\\nmcheck thread main\\nmcheck thread T2\\nmcheck break 1000\\ncontinue\\n"
      "continue\\n",
      "");
  CHECK_THAT(out, Catch::Contains("bug MC002"));
}

TEST_CASE("where to stop is checked, and gdb's commands can be had for another gdb") {
  const std::string replay = kMcheck + " replay " + kProgram + " " + failing_schedule();
  CHECK(run_shell(replay + " --gdb --break somewhere 2>&1").code == 2);
  const std::string file = "/tmp/mcheck_gdb_" + std::to_string(getpid()) + ".py";
  CHECK(run_shell(replay + " --gdb-script " + file + " 2>&1").code == 1);
  CHECK(run_shell("grep -q 'mcheck threads' " + file).code == 0);
  std::remove(file.c_str());
}

}  // namespace
}  // namespace mcheck
