// SPDX-License-Identifier: MIT
// How an unmodified program's process ends.
#include "tests/intercept/unmodified.hpp"

namespace mcheck::unmodified_programs::process_end_test {
namespace {

// With reductions and without.
void check_outcome(const std::string& words, const std::string& expected,
                   const std::string& options = "") {
  for (const char* strategy : {"optimal", "trust", "dfs"}) {
    INFO(words << " under " << strategy);
    const std::string all = "--strategy " + std::string(strategy) + " " + options;
    CHECK(outcome_of("exits", all, words) == expected);
  }
}

}  // namespace

TEST_CASE("objects of the thread, then handlers and statics, the newest first, end with main") {
  check_outcome("handlers", "verified");
}

TEST_CASE("threads that register handlers at the same time do so in both orders") {
  check_outcome("racing_handlers", "verified");
  check_outcome("handler_orders", "assertion");
}

TEST_CASE("words of main that the program takes out of argv are no leak") {
  check_outcome("forgets_its_words a_word_that_nothing_points_to", "verified");
}

TEST_CASE("an exit status other than 0 is a failure unless any will do") {
  check_outcome("status", "exit");
  check_outcome("status", "verified", "--exit-status any");
  check_outcome("status_0", "verified");
  check_outcome("_exit", "exit");
  check_outcome("errx", "exit");
  check_outcome("errx", "verified", "--exit-status any");
  CHECK(result_of("exits", "", "status")["failures"].elements()[0]["message"].text() ==
        "the program ended with exit status 3");
}

TEST_CASE("quick_exit calls what at_quick_exit registered and nothing else") {
  check_outcome("quick_exit", "verified");
}

TEST_CASE("a second thread that exits waits for ever and changes nothing") {
  check_outcome("two_exits", "verified");
  check_outcome("two_codes", "exit");
}

TEST_CASE("a thread that is blocked or spins when main returns is no failure") {
  check_outcome("blocked_on_lock", "verified");
  check_outcome("blocked_on_condition", "verified");
  check_outcome("polls", "verified");
}

TEST_CASE("no thread joins one that has ended the process") {
  check_outcome("joins_main", "verified");
}

TEST_CASE("other threads run while handlers do") { check_outcome("others_run", "assertion"); }

TEST_CASE("a schedule holds what the exit status may be") {
  const Json found = result_of("exits", "--exit-status any", "others_run");
  const std::string token = found["failures"].elements()[0]["schedule"].text();
  CHECK(token.find(".x.") != std::string::npos);
  const ShellResult again = run_shell(quoted(MCHECK_BINARY_DIRECTORY "/mcheck") + " replay " +
                                      program("exits") + " " + token);
  CHECK(again.code == 1);
}

}  // namespace mcheck::unmodified_programs::process_end_test
