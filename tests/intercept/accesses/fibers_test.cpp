// SPDX-License-Identifier: MIT
// Programs that switch stacks: a thread may be on a stack of the program when others run.
#include <catch2/catch.hpp>
#include <string>

#include "tests/intercept/unmodified.hpp"

namespace mcheck::unmodified_programs::fibers_test {
namespace {

template <class Check>
void in_each_way(Check check) {
  for (const std::string stack : {"malloc", "mmap", "guard"}) {
    for (const std::string change : {"ucontext", "hand"}) {
      INFO(stack << " " << change);
      check(stack + " " + change + " ");
    }
  }
}

std::string outcome(const std::string& words) { return outcome_of("fibers", "", quoted(words)); }

}  // namespace

TEST_CASE("threads that stand on stacks of the program's own are restored, and not accused") {
  in_each_way([](const std::string& how) {
    for (const char* what : {"plain", "again", "lends", "moves", "polls"}) {
      INFO(what);
      const bool is_a_limit = how.starts_with("guard") && std::string(what) == "polls";
      if (is_a_limit) continue;  // docs/limits.md
      CHECK(outcome(how + what) == "verified");
    }
  });
}

TEST_CASE("a verdict names stacks of the program's own, whose frames are not checked") {
  const std::string line = "frames on stacks that the program created";
  for (const char* how : {"", "--isolate fork", "--jobs 2"}) {
    INFO(how);
    const std::string assumed =
        result_of("fibers", how, quoted("malloc hand plain"))["assumptions"].dump();
    CHECK(assumed.find(line) != std::string::npos);
  }
  CHECK(result_of("locking", "", "")["assumptions"].dump().find(line) == std::string::npos);
}

TEST_CASE("a race between fibers of two threads is found") {
  in_each_way([](const std::string& how) { CHECK(outcome(how + "races") == "race"); });
}

// Two threads take one lock: 2 orders, whatever stacks they use.
TEST_CASE("fibers have as many executions restored as in processes of their own") {
  for (const char* how : {"", "--backtrack rerun", "--isolate fork"}) {
    INFO(how);
    const Json result = result_of("fibers", how, quoted("malloc hand plain"));
    CHECK(result["verdict"].text() == "verified");
    CHECK(result["executions"].natural() == 2);
  }
}

}  // namespace mcheck::unmodified_programs::fibers_test
