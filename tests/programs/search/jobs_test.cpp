// SPDX-License-Identifier: MIT
// A search with several processes has the result of one process, even if some of them die.
#include "tests/programs/search/shared_search.hpp"

namespace mcheck::jobs_test {
namespace {

// The parts of a result that do not depend on which process did what.
std::string counts(const std::string& command) {
  const ShellResult ran = run_shell(command + " 2>/dev/null");
  const Json result = parsed(ran);
  std::string text = result["verdict"].text();
  for (const char* name : {"executions", "redundant", "bound_hit", "expected_executions"}) {
    text += std::string(" ") + name + " " + result[name].dump();
  }
  for (const Json& failure : result["failures"].elements()) {
    text += "; " + failure["kind"].text() + " " + failure["message"].text();
  }
  return text + " code " + std::to_string(ran.code);
}

std::string explored(const std::string& program, const std::string& options) {
  return quoted(kBinaries + "mcheck") + " explore " + quoted(kBinaries + program) + " --test " +
         program + " --strategy dfs --json - " + options;
}

TEST_CASE("one, two and three processes run the same executions") {
  const std::string alone = counts(rmw("--json -"));
  CHECK_THAT(alone, Catch::Contains("verified executions " + std::to_string(kInterleavings)));
  CHECK(counts(rmw("--json - --jobs 2")) == alone);
  CHECK(counts(rmw("--json - --jobs 3")) == alone);
}

TEST_CASE("with a bound, too, and in searches that are over at once") {
  for (const char* bound : {"0", "1", "2", "3"}) {
    const std::string options = std::string("--json - --bound ") + bound;
    const std::string alone = counts(rmw(options));
    CHECK(counts(rmw(options + " --jobs 2")) == alone);
    CHECK(counts(rmw(options + " --jobs 5")) == alone);
  }
}

TEST_CASE("several processes report at which objects executions branch, as one does") {
  const auto branching = [](const std::string& options) {
    const Json result = parsed(run_shell(rmw("--json - " + options)));
    std::vector<std::string> names;
    for (const auto& [name, count] : result["branching"].members()) {
      CHECK(count.integer() > 0);
      names.push_back(name);
    }
    return names;
  };
  const std::vector<std::string> alone = branching("");
  CHECK(alone.size() == 1);
  CHECK(branching("--jobs 2") == alone);
}

TEST_CASE("several processes find the failures that one finds") {
  for (const char* program : {"lost_update", "philosophers", "deadlock", "exits", "null_write"}) {
    INFO(program);
    const std::string alone = counts(explored(program, "--keep-going"));
    CHECK_THAT(alone, Catch::StartsWith("bug"));
    CHECK(counts(explored(program, "--keep-going --jobs 2")) == alone);
  }
}

TEST_CASE("what one worker learns about freed memory restarts all workers") {
  const auto explored_with = [](const std::string& program, const std::string& options) {
    return parsed(run_shell(quoted(kBinaries + "mcheck") + " explore " +
                            quoted(kBinaries + program) + " --json - " + options));
  };
  for (const char* how : {"--jobs 2", "--jobs 1 --checkpoint "}) {
    const TemporaryFile file("reuse");
    const std::string options = how + (how[7] == '1' ? file.path() : std::string());
    INFO(options);
    const Json wrong = explored_with("aba_stack", options);
    CHECK(wrong["failures"].elements().at(0)["kind"].text() == "double-free");
    const TemporaryFile other("reuse_right");
    const std::string right_options = how + (how[7] == '1' ? other.path() : std::string());
    const Json right = explored_with("aba_stack_right", right_options);
    CHECK(right["verdict"].text() == "verified");
    CHECK(right["executions"].natural() ==
          explored_with("aba_stack_right", "")["executions"].natural());
  }
}

TEST_CASE("an indivisible search that was stopped is not verified, and does not resume") {
  const auto verdict = [](const std::string& options) {
    const std::string command = quoted(kBinaries + "mcheck") + " explore " +
                                quoted(kBinaries + "families") + " --test permits --json - " +
                                options + " -- 2 2 2 2";
    return parsed(run_shell(command))["verdict"].text();
  };
  const TemporaryFile file("one_piece");
  CHECK(verdict("--jobs 2 --executions 5") == "incomplete");
  CHECK(verdict("--executions 5 --checkpoint " + file.path()) == "incomplete");
  CHECK(verdict("--checkpoint " + file.path()) == "incomplete");
  CHECK(verdict("--jobs 2") == "verified");
}

TEST_CASE("workers that are killed lose nothing") {
  const std::string kill =
      "dead=0; while [ $dead -lt 4 ] && [ -e /proc/$pid/task/$pid/children ]; do sleep 0.1;"
      " read victim others < /proc/$pid/task/$pid/children; [ -n \"$victim\" ] || continue;"
      " kill -9 $victim && echo killed >&2 && dead=$((dead+1)); done";
  for (const char* jobs : {"1", "2", "3"}) {
    const TemporaryFile result_file("told");
    const TemporaryFile file("jobs");
    const ShellResult ran =
        run_with_script(rmw(kRerunFromStart + "--json " + result_file.path() + " --jobs " + jobs +
                            " --checkpoint " + file.path()) +
                            " 2>&1",
                        "{ " + kill + "; } 2>&1");
    INFO(ran.out);
    CHECK(ran.code == 0);
    CHECK_THAT(ran.out, Catch::Contains("killed"));
    const Json result = parsed(run_shell("cat " + result_file.path()));
    CHECK(result["verdict"].text() == "verified");
    CHECK(result["executions"].natural() == kInterleavings);
  }
}

TEST_CASE("a program that kills itself at one schedule every time is a bug, and no accident") {
  for (const char* jobs : {"1", "2"}) {
    const ShellResult ran = run_shell(explored("killed", std::string("--jobs ") + jobs));
    CHECK(ran.code == 1);
    const Json failure = parsed(ran)["failures"].elements().at(0);
    CHECK(failure["kind"].text() == "killed");
    CHECK_FALSE(failure["trace"].elements().empty());
  }
}

TEST_CASE("what several processes find is replayed by its schedule") {
  for (const char* program : {"lost_update", "philosophers", "null_write"}) {
    const ShellResult ran = run_shell(explored(program, "--jobs 2"));
    CHECK(ran.code == 1);
    const Json failure = parsed(ran)["failures"].elements().at(0);
    CHECK_FALSE(failure["trace"].elements().empty());
    const ShellResult again =
        run_shell(quoted(kBinaries + "mcheck") + " replay " + quoted(kBinaries + program) + " " +
                  failure["schedule"].text() + " --json -");
    CHECK(again.code == 1);
    const Json replayed = parsed(again)["failures"].elements().at(0);
    CHECK(replayed["message"].text() == failure["message"].text());
  }
}

TEST_CASE("limits hold for all processes together") {
  const ShellResult counted = run_shell(rmw("--json - --jobs 3 --executions 50001"));
  CHECK(counted.code == 3);
  CHECK(parsed(counted)["executions"].natural() == 50'001);
  CHECK(parsed(run_shell(rmw("--json - --jobs 2 --executions 369600")))["verdict"].text() ==
        "verified");
  const ShellResult timed = run_shell(rmw("--json - --jobs 2 --time 200ms", "5 3"));
  CHECK(timed.code == 3);
  CHECK(parsed(timed)["reason"].text() == "stopped after 0.200 s");
}

TEST_CASE("a random strategy draws different executions in every process") {
  const ShellResult ran =
      run_shell(quoted(kBinaries + "mcheck") + " explore " + quoted(kBinaries + "families") +
                " --test rmw --strategy random --executions 1001 --jobs 3 --json -");
  CHECK(ran.code == 3);
  CHECK(parsed(ran)["executions"].natural() == 1001);
}

TEST_CASE("half-way the estimate is not off by more than a factor of two") {
  for (const char* jobs : {"1", "2"}) {
    const Json result =
        parsed(run_shell(rmw(std::string("--json - --executions 184800 --jobs ") + jobs)));
    const double expected = result["expected_executions"].number();
    CHECK(expected > 0.5 * static_cast<double>(kInterleavings));
    CHECK(expected < 2.0 * static_cast<double>(kInterleavings));
  }
  CHECK_THAT(run_shell(rmw("--executions 184800")).out, Catch::Contains("about 50%"));
}

}  // namespace
}  // namespace mcheck::jobs_test
