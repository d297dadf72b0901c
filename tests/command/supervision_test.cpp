// SPDX-License-Identifier: MIT
// The command supervises a program that misbehaves: fake_program, which explores nothing.
#include <catch2/catch.hpp>
#include <csignal>
#include <fstream>
#include <sstream>

#include "engine/base/json.hpp"
#include "tests/support/shell.hpp"

namespace mcheck::supervision_test {
namespace {

const std::string kMcheck = MCHECK_BINARY_DIRECTORY "/mcheck";
const std::string kFake = MCHECK_BINARY_DIRECTORY "/fake_program";

// With both output streams.
ShellResult mcheck_with(const std::string& words) {
  return run_shell(kMcheck + " " + words + " 2>&1", 30);
}

ShellResult explored(const std::string& test, const std::string& more = "") {
  return mcheck_with("explore " + kFake + " --test " + test + " " + more);
}

bool says(const ShellResult& ran, const std::string& text) {
  UNSCOPED_INFO(ran.what << "\n" << ran.out);
  return ran.out.find(text) != std::string::npos;
}

Json json_of(const ShellResult& ran) {
  auto parsed = Json::parse(ran.out);
  INFO(ran.out);
  REQUIRE(std::holds_alternative<Json>(parsed));
  return std::get<Json>(parsed);
}

// The word after "mcheck replay PROGRAM".
std::string schedule_in(const std::string& report) {
  const std::string before = "replay " + kFake + " ";
  const std::size_t begin = report.find(before);
  REQUIRE(begin != std::string::npos);
  const std::size_t word = begin + before.size();
  return report.substr(word, report.find_first_of(" \n", word) - word);
}

TEST_CASE("each verdict has its exit code") {
  CHECK(explored("verified").code == 0);
  CHECK(explored("bug").code == 1);
  CHECK(explored("incomplete").code == 3);
  CHECK(explored("unrepeatable").code == 4);
}

TEST_CASE("a program that crashes leaves a schedule and the trace up to there") {
  const ShellResult ran = explored("crash");
  CHECK(ran.code == 1);
  CHECK(says(ran, "bug: MC011 crash in test crash of " + kFake + ", found in execution 5"));
  CHECK(says(ran, "the program crashed with SIGSEGV"));
  CHECK(says(ran, "‖ preempted by T1"));
  CHECK(
      schedule_in(ran.out).ends_with(".1-1_2"));  // 0 1 0 2: after one default 1, after one more 2
}

TEST_CASE("its schedule replays to the same end") {
  const std::string schedule = schedule_in(explored("crash").out);
  const ShellResult ran = mcheck_with("replay " + kFake + " " + schedule);
  CHECK(ran.code == 1);
  CHECK(says(ran, "bug: MC011 crash in test crash of " + kFake + ", replayed"));
}

TEST_CASE("a program that is killed, exits or leaves children behind is a bug with a schedule") {
  CHECK(says(explored("kill"), "the program was killed by SIGKILL"));
  CHECK(says(explored("exit"), "the program ended the process with _exit(3)"));
  CHECK(says(explored("half"), "the program ended the process with _exit(0)"));
  CHECK(says(explored("orphan"), "the program ended the process with _exit(3)"));
  for (const char* test : {"kill", "exit", "half", "orphan"}) {
    CHECK(explored(test).code == 1);
    CHECK_FALSE(schedule_in(explored(test).out).empty());
  }
}

TEST_CASE("a program that closes the channel and stays is ended, and is a bug") {
  const ShellResult ran = explored("close");
  CHECK(ran.code == 1);
  CHECK(says(ran, "the program closed its channel to mcheck"));
}

TEST_CASE("a program whose heart does not beat is ended after its patience and five seconds") {
  const ShellResult ran = explored("hang", "--patience 10ms");
  CHECK(ran.code == 3);
  CHECK(says(ran, "incomplete: MC030 limit on patience reached in"));
  CHECK(says(ran, "1 of 5 executions reached a limit of mcheck"));
  CHECK(says(ran, "the program gave no sign of life for 5."));
}

TEST_CASE("silence in which mcheck is at work is no hang of the program") {
  const ShellResult ran = explored("thinks", "--patience 10ms --time 4s");
  CHECK(ran.code == 3);
  CHECK(says(ran, "the time limit is reached"));
}

TEST_CASE("a program that outlives its time is ended two seconds later, and is incomplete") {
  const ShellResult ran = explored("works", "--time 200ms");
  CHECK(ran.code == 3);
  CHECK(says(ran, "the time limit is reached"));
  CHECK(says(ran, "no bug in 4 executions"));
}

TEST_CASE("Ctrl-C ends the program and reports what was searched") {
  const ShellResult ran = run_shell(
      "timeout -s INT 1 " + kMcheck + " explore " + kFake + " --test works 2>&1; echo code $?", 30);
  CHECK(says(ran, "interrupted by Ctrl-C"));
  CHECK(says(ran, "no bug in 4 executions"));
  const ShellResult code = run_shell(
      "timeout --preserve-status -s TERM 1 " + kMcheck + " explore " + kFake + " --test works 2>&1",
      30);
  CHECK(code.code == 3);
  CHECK(says(code, "interrupted by SIGTERM"));
}

TEST_CASE("of a program that was stopped no test is missing, and none is verified unseen") {
  const ShellResult ran = run_shell("FAKE_PROGRAM=stops timeout --preserve-status -s INT 1 " +
                                        kMcheck + " explore " + kFake + " 2>&1",
                                    30);
  INFO(ran.out);
  CHECK(ran.code == 3);
  CHECK(says(ran, "not run: interrupted"));
  CHECK_FALSE(says(ran, "verified: "));
}

TEST_CASE("what is mcheck's own fault is told as such, with exit code 70") {
  CHECK(explored("garbage").code == 70);
  CHECK(says(explored("garbage"), "sent a malformed message"));
  CHECK(explored("internal").code == 70);
  CHECK(explored("abort").code == 70);
  CHECK(says(explored("abort"), "mcheck itself failed"));
}

TEST_CASE("a program that dies before it explores is a wrong request") {
  CHECK(explored("early").code == 2);
  CHECK(says(explored("early"), "ended before anything was explored"));
  const ShellResult ran =
      run_shell("FAKE_PROGRAM=dies " + kMcheck + " list " + kFake + " 2>&1", 30);
  CHECK(ran.code == 2);
  CHECK(says(ran, "did not say which tests it has\n  how      the program crashed with SIGSEGV"));
}

TEST_CASE("a program of another version is refused") {
  const ShellResult ran =
      run_shell("FAKE_PROGRAM=foreign " + kMcheck + " list " + kFake + " 2>&1", 30);
  CHECK(ran.code == 2);
  CHECK(says(ran, "was built with another version of mcheck\n  there    protocol 99"));
}

TEST_CASE("an error that the program tells is printed as it is") {
  const ShellResult ran = explored("error");
  CHECK(ran.code == 2);
  CHECK(ran.out == "mcheck: no\n");
}

TEST_CASE("with --json - the result is printed, and nothing else on standard output") {
  const ShellResult ran = run_shell(
      kMcheck + " explore " + kFake + " --test talks --verbose --bound 3 --json - 2>/dev/null", 30);
  CHECK(ran.code == 0);
  const Json json = json_of(ran);
  CHECK(json["verdict"].text() == "verified");
  CHECK(json["bound"].integer() == 3);
}

TEST_CASE("what the program prints is hidden in a search and shown in a replay or if asked for") {
  CHECK_FALSE(says(explored("talks"), "words of the program"));
  CHECK(says(explored("talks", "--verbose"), "words of the program"));
}

TEST_CASE("a strategy that cannot be shared runs in one process, and the report says so") {
  const ShellResult ran = explored("verified", "--jobs 3");
  CHECK(ran.code == 0);
  CHECK(says(ran, "--jobs 3: strategy auto runs in one worker"));
  CHECK(explored("verified", "--checkpoint /tmp/x").code == 2);
  CHECK(says(explored("verified", "--checkpoint /tmp/x"),
             "strategy 'auto' does not support checkpoints"));
}

TEST_CASE("all tests of a program are run in turn, and the worst verdict is the exit code") {
  const std::string two = "FAKE_PROGRAM=two " + kMcheck + " explore " + kFake;
  const ShellResult ran = run_shell(two + " 2>&1", 30);
  CHECK(ran.code == 1);
  CHECK(says(ran, "bug: 1 of 2 tests of " + kFake + ", 10 executions"));
  const ShellResult machine = run_shell(two + " --json - 2>/dev/null", 30);
  const Json json = json_of(machine);
  CHECK(json["verdict"].text() == "bug");
  CHECK(json["executions"].integer() == 10);
  CHECK(json["tests"].elements().size() == 2);
}

TEST_CASE("a path that cannot be written loses no verdict") {
  for (const char* option : {"--json /dev/full", "--json /proc/none", "--draw /no/such/x.svg",
                             "--html /no/such/x.html", "--html /dev/full"}) {
    const ShellResult ran = explored("bug", option);
    CHECK(ran.code == 1);
    CHECK(says(ran, "bug: MC004 deadlock in"));
    CHECK(says(ran, "mcheck: cannot write '"));
  }
  const ShellResult closed =
      run_shell(kMcheck + " explore " + kFake + " --test bug >/dev/full", 30);
  CHECK(closed.code == 1);
}

TEST_CASE("with --draw the command writes a picture of the failure") {
  const std::string file = "/tmp/mcheck_drawn_" + std::to_string(getpid()) + ".svg";
  CHECK(says(explored("bug", "--draw " + file), "picture:  " + file));
  std::ostringstream content;
  content << std::ifstream(file).rdbuf();
  CHECK(content.str().find("</svg>") != std::string::npos);
  std::remove(file.c_str());
}

TEST_CASE("with --html the command writes a page of the failure, and of one without") {
  const std::string file = "/tmp/mcheck_page_" + std::to_string(getpid()) + ".html";
  for (const char* test : {"bug", "verified"}) {
    CHECK(says(explored(test, "--html " + file), "page:     " + file));
    std::ostringstream content;
    content << std::ifstream(file).rdbuf();
    CHECK(content.str().ends_with("</html>\n"));
    CHECK(content.str().find(std::string("\"test\":\"") + test) != std::string::npos);
    std::remove(file.c_str());
  }
}

TEST_CASE("list names tests and strategies, doctor asks each test") {
  const ShellResult list = mcheck_with("list " + kFake);
  CHECK(list.code == 0);
  CHECK(says(list, "  crash         does crash\n"));
  CHECK(says(list, "strategies\n  auto     the default\n  optimal  all classes\n"));
  const ShellResult doctor = mcheck_with("doctor " + kFake + " --test verified");
  CHECK(doctor.code == 0);
  CHECK(doctor.out == "verified: ok\n  ran one schedule twice: the same\n");
  CHECK(mcheck_with("doctor " + kFake + " --test bug").code == 4);
}

}  // namespace
}  // namespace mcheck::supervision_test
