// SPDX-License-Identifier: MIT
// How an unmodified program's process ends.
#include "tests/intercept/unmodified.hpp"

namespace mcheck::unmodified_programs {
namespace {

// With reductions and without.
void ends(const std::string& words, const std::string& expected, const std::string& options = "") {
  for (const char* strategy : {"optimal", "trust", "dfs"}) {
    INFO(words << " under " << strategy);
    const std::string all = "--strategy " + std::string(strategy) + " " + options;
    CHECK(outcome_of("exits", all, words) == expected);
  }
}

}  // namespace

TEST_CASE("objects of the thread, then handlers and statics, the newest first, end with main") {
  ends("handlers", "verified");
}

TEST_CASE("threads that register handlers at the same time do so in both orders") {
  ends("racing_handlers", "verified");
  ends("handler_orders", "assertion");
}

TEST_CASE("words of main that the program takes out of argv are no leak") {
  ends("forgets_its_words a_word_that_nothing_points_to", "verified");
}

TEST_CASE("an exit status other than 0 is a failure unless any will do") {
  ends("status", "exit");
  ends("status", "verified", "--exit-status any");
  ends("status_0", "verified");
  ends("_exit", "exit");
  ends("errx", "exit");
  ends("errx", "verified", "--exit-status any");
  CHECK(result_of("exits", "", "status")["failures"].elements()[0]["message"].text() ==
        "the program ended with exit status 3");
}

TEST_CASE("quick_exit calls what at_quick_exit registered and nothing else") {
  ends("quick_exit", "verified");
}

TEST_CASE("a second thread that exits waits for ever and changes nothing") {
  ends("two_exits", "verified");
  ends("two_codes", "exit");
}

TEST_CASE("a thread that is blocked or spins when main returns is no failure") {
  ends("blocked_on_lock", "verified");
  ends("blocked_on_condition", "verified");
  ends("polls", "verified");
}

TEST_CASE("no thread joins one that has ended the process") {
  ends("joins_main", "verified");
}

TEST_CASE("other threads run while handlers do") { ends("others_run", "assertion"); }

TEST_CASE("a schedule holds what the exit status may be") {
  const Json found = result_of("exits", "--exit-status any", "others_run");
  const std::string token = found["failures"].elements()[0]["schedule"].text();
  CHECK(token.find(".x.") != std::string::npos);
  const Ran again = run_shell(quoted(MCHECK_BINARY_DIRECTORY "/mcheck") + " replay " +
                              program("exits") + " " + token);
  CHECK(again.code == 1);
}

}  // namespace mcheck::unmodified_programs
