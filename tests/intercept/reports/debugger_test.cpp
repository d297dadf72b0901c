// SPDX-License-Identifier: MIT
// mcheck replay --gdb, with a gdb that reads its commands from standard input.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>

#include "engine/base/json.hpp"
#include "tests/support/shell.hpp"

namespace mcheck::debugger_test {
namespace {

const std::string kMcheck = MCHECK_BINARY_DIRECTORY "/mcheck";
const std::string kProgram = MCHECK_BINARY_DIRECTORY "/debugged_program";

std::string failing_schedule() {
  const ShellResult ran =
      run_shell(kMcheck + " explore " + kProgram + " --bound 0..2 --json - --time 60s");
  const auto parsed = Json::parse(ran.out);
  const Json* result = std::get_if<Json>(&parsed);
  INFO(ran.what << ran.out);
  REQUIRE(result != nullptr);
  REQUIRE((*result)["failures"].elements().size() == 1);
  const Json& failure = (*result)["failures"].elements().front();
  REQUIRE(failure["preemptions"].integer() == 2);
  return failure["schedule"].text();
}

// The output of gdb for these commands.
std::string debugged(const std::string& program, const std::string& schedule,
                     const std::string& lines, const std::string& options) {
  const ShellResult ran = run_shell("printf '" + lines + "' | " + kMcheck + " replay " + program +
                                        " " + schedule + " --gdb " + options + " 2>&1",
                                    120);
  UNSCOPED_INFO(ran.what << "\n" << ran.out);
  return ran.out;
}

std::string debugged(const std::string& lines, const std::string& options) {
  return debugged(kProgram, failing_schedule(), lines, options);
}

// The schedule of a program's first bug.
std::string first_schedule(const std::string& program) {
  const ShellResult ran = run_shell(kMcheck + " explore " + program + " --json - --time 60s");
  const auto parsed = Json::parse(ran.out);
  const Json* result = std::get_if<Json>(&parsed);
  INFO(ran.what << ran.out);
  REQUIRE(result != nullptr);
  REQUIRE(!(*result)["failures"].elements().empty());
  return (*result)["failures"].elements().front()["schedule"].text();
}

// The first part of the page between these two marks.
std::string part_of(const std::string& page, const std::string& begin, const std::string& end) {
  const std::size_t from = page.find(begin);
  REQUIRE(from != std::string::npos);
  const std::size_t start = from + begin.size();
  return page.substr(start, page.find(end, start) - start);
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at)) {
    text.replace(at, what.size(), with);
    at += with.size();
  }
  return text;
}

// The commands that VS Code sends to gdb for such a configuration, in its order; then one query at
// each stop.
std::string session_of(const Json& configuration, const std::string& schedule) {
  std::string lines;
  for (const Json& command : configuration["setupCommands"].elements()) {
    lines += "-interpreter-exec console \"" + command["text"].text() + "\"\n";
  }
  for (const Json& variable : configuration["environment"].elements()) {
    const bool is_schedule = variable["name"].text() == "MCHECK_REPLAY";
    lines += "-gdb-set env " + variable["name"].text() + "=" +
             (is_schedule ? schedule : variable["value"].text()) + "\n";
  }
  return lines + "-environment-cd " + configuration["cwd"].text() + "\n" +
         "-file-exec-and-symbols " + configuration["program"].text() + "\n" +
         "-break-insert -f main\n-exec-run\n-exec-continue\n" +
         "-interpreter-exec console \"mcheck in T2 print first\"\n-exec-continue\n" +
         "-interpreter-exec console \"mcheck bt all\"\n-exec-continue\n-exec-continue\n";
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

TEST_CASE("a failing check is shown where it stands in the program, and not in the engine") {
  const std::string program = MCHECK_BINARY_DIRECTORY "/lost_update";
  const std::string out = debugged(program, first_schedule(program), "", "--break failure");
  REQUIRE_THAT(out, Catch::Contains("the failure\n#"));
  const std::string frame = out.substr(out.find("the failure\n#"), 120);
  CHECK_THAT(frame, Catch::Contains("mcheck_program_lost_update"));
  CHECK_THAT(out, !Catch::Contains("Breakpoint -"));
}

TEST_CASE(
    "gdb stops at a deadlock while all stand there, and lists who waits for whom, and where") {
  const std::string program = MCHECK_BINARY_DIRECTORY "/abba_deadlock";
  const std::string out =
      debugged(program, first_schedule(program), "mcheck bt T2\nmcheck next\n", "--break failure");
  CHECK_THAT(out, Catch::Contains("the failure: deadlock\n  a cycle: T1 → T2 → T1\n"));
  const std::regex waits(
      "main +waits for the end of T1 +at abba_deadlock.cpp:\\d+\n"
      "  T1 +waits for `b`, held by T2 +at abba_deadlock.cpp:\\d+\n"
      "  T2 +waits for `a`, held by T1 +at abba_deadlock.cpp:\\d+\n");
  CHECK(std::regex_search(out, waits));
  CHECK_THAT(out, Catch::Contains("T2:\n#0"));
  CHECK_THAT(out, Catch::Contains("bug MC004"));
}

TEST_CASE("the configuration for VS Code stops at each preemption and at the failure") {
  std::ostringstream page;
  page << std::ifstream(MCHECK_SOURCE_DIRECTORY "/docs/debugging.md").rdbuf();
  const std::string folder = "/tmp/mcheck_vscode_" + std::to_string(getpid());
  const std::string text = replaced(
      replaced(part_of(page.str(), "```json\n", "```"), "${workspaceFolder}/prog", kProgram),
      "${workspaceFolder}", folder);
  const auto parsed = Json::parse(text);
  REQUIRE(std::holds_alternative<Json>(parsed));
  const std::string schedule = failing_schedule();
  std::filesystem::create_directory(folder);
  CHECK(run_shell(kMcheck + " replay " + kProgram + " " + schedule + " --gdb-script " + folder +
                  "/mcheck.py")
            .code == 1);
  std::ofstream(folder + "/commands")
      << session_of(std::get<Json>(parsed)["configurations"].elements().front(), schedule);
  const ShellResult ran =
      run_shell("bash " MCHECK_SOURCE_DIRECTORY "/tests/intercept/reports/mi_session.sh " + folder +
                    "/commands",
                120);
  std::filesystem::remove_all(folder);
  INFO(ran.out);
  CHECK(count(ran.out, "*stopped,reason=\"breakpoint-hit\"") == 4);  // main, two switches, the end
  CHECK_THAT(ran.out, Catch::Contains("~\"switch 3, step 4: ") && Catch::Contains(" T2 "));
  CHECK_THAT(ran.out, Catch::Contains("~\"$1 = 5\\n\""));
  CHECK_THAT(ran.out, Catch::Contains("~\"T2:\\n\""));
  CHECK_THAT(ran.out, Catch::Contains("~\"the failure\\n\""));
  CHECK_THAT(ran.out, Catch::Contains("*stopped,reason=\"exited\",exit-code=\"01\""));
  CHECK_THAT(ran.out, !Catch::Contains("Python Exception") && !Catch::Contains("truncated"));
}

TEST_CASE("looking through another thread's eyes changes nothing") {
  const std::string out = debugged(
      "mcheck next\\nmcheck thread main\\nmcheck thread T2\\nmcheck break 1000\\ncontinue\\n"
      "continue\\n",
      "");
  CHECK_THAT(out, Catch::Contains("bug MC002"));
}

TEST_CASE("where to stop is checked, and gdb's commands can be written for another gdb") {
  const std::string replay = kMcheck + " replay " + kProgram + " " + failing_schedule();
  CHECK(run_shell(replay + " --gdb --break somewhere 2>&1").code == 2);
  const std::string file = "/tmp/mcheck_gdb_" + std::to_string(getpid()) + ".py";
  CHECK(run_shell(replay + " --gdb-script " + file + " 2>&1").code == 1);
  CHECK(run_shell("grep -q 'mcheck threads' " + file).code == 0);
  std::remove(file.c_str());
}

}  // namespace
}  // namespace mcheck::debugger_test
