// SPDX-License-Identifier: MIT
// Limits on time: a thread that runs without a step ends its execution.
#include <sched.h>

#include "tests/intercept/process/isolation.hpp"

namespace mcheck::watchdog_test {
namespace {

void check_limit(const std::string& what, const std::string& options) {
  INFO(what << " " << options);
  const Json result =
      explored_as_json("watchdog_program", "--quiet --patience 300ms " + options, what);
  CHECK(result["verdict"].text() == "incomplete");
  CHECK(result["failures"].elements().empty());
  const Json& failure = result["limit"];
  CHECK(failure["kind"].text() == "limit-patience");
  CHECK(failure["thread"].text() == "T1");
  CHECK_FALSE(failure["schedule"].text().empty());
  const std::string threads = failure["threads"].dump();
  CHECK(threads.find("watchdog_program.cpp") != std::string::npos);
}

}  // namespace

TEST_CASE("a loop without a scheduling point is a limit, with its thread, line and schedule") {
  for (const char* options : {"--isolate none", "--isolate fork"}) {
    check_limit("malloc", options);
    check_limit("jump", options);
    check_limit("access", options);
  }
}

TEST_CASE("a system call that waits for ever is a limit, with its thread, line and schedule") {
  check_limit("read", "");
  check_limit("read", "--isolate fork");
  check_limit("poll", "");
  check_limit("poll", "--isolate fork");
}

// One processor for the program and five busy processes: the program gets a sixth of each second.
TEST_CASE("a program that other load keeps from running reaches no limit") {
  cpu_set_t processors;
  REQUIRE(sched_getaffinity(0, sizeof processors, &processors) == 0);
  int processor = 0;
  while (!CPU_ISSET(processor, &processors)) ++processor;
  for (const char* how : {"--isolate none", "--isolate fork", "--jobs 2"}) {
    const std::string command =
        "taskset -cp " + std::to_string(processor) + " $$ >/dev/null; load=;" +
        " for each in 1 2 3 4 5; do timeout 60 sh -c 'while :; do :; done' >/dev/null & " +
        "load=\"$load $!\"; done; " + quoted(MCHECK_BINARY_DIRECTORY "/mcheck") +
        " explore --quiet --json - --patience 400ms " + how + " " +
        quoted(MCHECK_BINARY_DIRECTORY "/watchdog_program") + " -- compute; kill $load";
    const ShellResult ran = run_shell(command);
    INFO(how << "\n" << ran.out);
    const auto result = Json::parse(ran.out);
    REQUIRE(std::holds_alternative<Json>(result));
    CHECK(std::get<Json>(result)["verdict"].text() == "verified");
  }
}

}  // namespace mcheck::watchdog_test
