// SPDX-License-Identifier: MIT
// Reaching a limit of mcheck is no bug: the verdict is "incomplete", and the execution is reported
// and replayed like a failure. A failure in another execution is still a bug.
#include "tests/programs/search/shared_search.hpp"

namespace mcheck::limits_test {
namespace {

std::string explore(const std::string& program, const std::string& options) {
  return quoted(kBinaries + "mcheck") + " explore " + quoted(kBinaries) + program + " " + options;
}

// A program, the limit that it reaches, and a part of the message.
struct Limited {
  std::string program;
  std::string limit;
  std::string message;
};

std::string of_mcheck(const std::string& name) { return name + " --test " + name; }
std::string unmodified(const std::string& name) { return "unmodified/" + name; }

void require_limit(const Limited& wanted) {
  const ShellResult ran = run_shell(explore(wanted.program, ""));
  INFO(ran.what << "\n" << ran.out);
  CHECK(ran.code == 3);
  CHECK(ran.out.starts_with("incomplete: MC030 limit on "));
  CHECK_THAT(ran.out, Catch::Contains("reached a limit of mcheck, so what comes after it"));
  CHECK_THAT(ran.out, Catch::Contains("✗ limit: " + wanted.limit));
  CHECK_THAT(ran.out, Catch::Contains("explain:  mcheck explain MC030"));
  const ShellResult again = run_shell(explore(wanted.program, "--json -"));
  CHECK(again.code == 3);
  const Json result = parsed(again);
  CHECK(result["id"].text() == "MC030");
  CHECK(result["failures"].elements().empty());
  CHECK_FALSE(result["complete"].boolean());
  const Json& limit = result["limit"];
  CHECK(limit["kind"].text() == "limit-" + wanted.limit);
  CHECK_THAT(limit["message"].text(), Catch::Contains(wanted.message));
  CHECK_FALSE(limit["trace"].elements().empty());
  // The schedule replays to the same limit.
  const std::string name = wanted.program.substr(0, wanted.program.find(' '));
  const std::size_t patience = wanted.program.find("--patience");
  const ShellResult replayed =
      run_shell(quoted(kBinaries + "mcheck") + " replay " + quoted(kBinaries) + name + " " +
                limit["schedule"].text() + " --json - " +
                (patience == std::string::npos ? "" : wanted.program.substr(patience)));
  CHECK(replayed.code == 3);
  const Json shown = parsed(replayed);
  CHECK(shown["verdict"].text() == "incomplete");
  CHECK(shown["limit"]["message"].text() == limit["message"].text());
}

// The verdict and its reason.
std::string outcome(const std::string& program, const std::string& options) {
  const Json result = parsed(run_shell(explore(program, "--json - " + options)));
  const Json::Array& failures = result["failures"].elements();
  const Json& first = failures.empty() ? result["limit"] : failures.front();
  return result["verdict"].text() + " " + first["kind"].text();
}

}  // namespace

TEST_CASE("each limit of a program for mcheck is incomplete, reported with advice, and replayed") {
  require_limit({of_mcheck("endless_operations"), "steps", "raise --steps"});
  require_limit({of_mcheck("endless_loop") + " --patience 500ms", "patience", "(--patience)"});
  require_limit({of_mcheck("too_many_threads"), "threads", "256 in one program"});
  require_limit({of_mcheck("huge_allocation"), "heap", "allocate less"});
  require_limit({of_mcheck("too_many_choices"), "choices", "over 10000"});
}

TEST_CASE("each limit of an unmodified program is incomplete, reported with advice, and replayed") {
  require_limit({unmodified("endless_steps"), "steps", "raise --steps"});
  require_limit({unmodified("endless_loop") + " --patience 500ms", "patience", "(--patience)"});
  require_limit({unmodified("too_many_threads"), "threads", "256 in one program"});
  require_limit({unmodified("huge_allocation"), "heap", "allocate less"});
}

TEST_CASE("a limit is incomplete however it is searched") {
  for (const std::string& program :
       {of_mcheck("endless_operations"), unmodified("endless_steps")}) {
    for (const char* options :
         {"--strategy dfs", "--strategy odpor", "--strategy trust", "--bound 1", "--jobs 2",
          "--strategy dfs --bound 1 --jobs 2", "--strategy random --executions 500",
          "--strategy portfolio --executions 500", "--strategy random --executions 500 --jobs 2",
          "--time 20s", "--keep-going --strategy trust", "--isolate fork"}) {
      INFO(program << " " << options);
      CHECK(outcome(program, options) == "incomplete limit-steps");
    }
  }
}

// The worker is only too early if main is preempted.
TEST_CASE("a limit that only an execution beyond the bound reaches is incomplete, too") {
  for (const char* name : {"endless_operations", "too_many_threads", "huge_allocation"}) {
    INFO(name);
    CHECK(outcome(of_mcheck(name), "--strategy trust --bound 0").starts_with("incomplete limit-"));
    CHECK(outcome(of_mcheck(name), "--strategy dfs --bound 0") == "verified ");
  }
}

TEST_CASE("with --fail-at-steps too many steps are a bug, and so is the replay of its schedule") {
  for (const std::string& program :
       {of_mcheck("endless_operations"), unmodified("endless_steps")}) {
    INFO(program);
    const ShellResult ran = run_shell(explore(program, "--json - --fail-at-steps"));
    CHECK(ran.code == 1);
    const Json result = parsed(ran);
    CHECK(result["id"].text() == "MC006");
    CHECK(result["limit"].is_null());
    const Json failure = result["failures"].elements().at(0);
    const ShellResult again = run_shell(quoted(kBinaries + "mcheck") + " replay " +
                                        quoted(kBinaries) + program.substr(0, program.find(' ')) +
                                        " " + failure["schedule"].text() + " --json -");
    CHECK(again.code == 1);
    CHECK(parsed(again)["id"].text() == "MC006");
    CHECK(outcome(program, "--fail-at-steps --jobs 2") == "bug step-limit");
    CHECK(outcome(program, "--fail-at-steps --strategy dfs") == "bug step-limit");
  }
}

TEST_CASE("a failure beside a limit is a bug, and reported first") {
  for (const std::string& program : {of_mcheck("beside_a_limit"), unmodified("beside_a_limit")}) {
    const std::string kind = program.starts_with("unmodified") ? "bug assertion" : "bug check";
    for (const char* options : {"", "--strategy dfs --bound 1", "--jobs 2", "--keep-going",
                                "--strategy random --executions 1000"}) {
      INFO(program << " " << options);
      CHECK(outcome(program, options) == kind);
    }
    const Json all = parsed(run_shell(explore(program, "--json - --keep-going")));
    CHECK(all["failures"].elements().size() == 1);
    CHECK(all["limit"]["kind"].text() == "limit-steps");
    CHECK_FALSE(all["complete"].boolean());
  }
}

TEST_CASE("a search that reaches limits again and again ends, unless it is to keep going") {
  const std::string random = "--json - --strategy random --executions 1000";
  const Json stopped = parsed(run_shell(explore(of_mcheck("endless_operations"), random)));
  CHECK(stopped["limit"]["occurrences"].natural() == 100);
  CHECK(stopped["executions"].natural() < 1000);
  CHECK_THAT(stopped["reason"].text(), Catch::Contains("the search stopped there (--keep-going"));
  const Json all =
      parsed(run_shell(explore(of_mcheck("endless_operations"), random + " --keep-going")));
  CHECK(all["executions"].natural() == 1000);
  CHECK(all["limit"]["occurrences"].natural() > 100);
}

TEST_CASE("a checkpoint keeps that a limit was reached, with its report") {
  const TemporaryFile file("limited");
  const std::string command =
      explore(of_mcheck("endless_operations"), "--json - --checkpoint " + file.path());
  const ShellResult first = run_shell(command);
  const ShellResult again = run_shell(command);
  CHECK(first.code == 3);
  CHECK(again.code == 3);
  const Json limit = parsed(first)["limit"];
  CHECK(limit["kind"].text() == "limit-steps");
  CHECK(parsed(again)["limit"].dump() == limit.dump());
}

}  // namespace mcheck::limits_test
