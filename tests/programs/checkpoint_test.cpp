// SPDX-License-Identifier: MIT
// An interrupted search resumes from its checkpoint and reaches the result of an uninterrupted one.
#include "tests/programs/together.hpp"

namespace mcheck {
namespace {

std::string kept(const OwnFile& file, const std::string& options = "") {
  return rmw(kAtLength + "--checkpoint " + file.path() + " " + options);
}

TEST_CASE("a command that is killed again and again gets to the end, and counts right") {
  for (const char* jobs : {"1", "2"}) {
    const OwnFile file("kept");
    const std::string options = std::string("--json - --jobs ") + jobs;
    int killed = 0;
    Json result;
    for (; killed < 200 && result.is_null(); ++killed) {
      // Longer each time, so that a slow machine gets there, too.
      const Ran ran = run_shell("timeout -s KILL " + std::to_string(1.1 + 0.2 * killed) + " " +
                                kept(file, options) + " 2>/dev/null");
      if (ran.code == 0) result = parsed(ran);
    }
    INFO(killed << " attempts");
    CHECK(result["verdict"].text() == "verified");
    CHECK(result["executions"].natural() == kInterleavings);
  }
}

TEST_CASE("Ctrl-C and SIGTERM leave exit code 3 and a file from which the search resumes") {
  for (const std::string signal : {"INT", "TERM"}) {
    const OwnFile file("asked");
    const Ran ran =
        meanwhile("env " + kept(file, "--jobs 2"), "sleep 0.3; kill -" + signal + " $pid");
    INFO(ran.out);
    CHECK(ran.code == 3);
    CHECK_THAT(ran.out, Catch::Contains("what is left stands in '" + file.path() + "'"));
    const Ran rest = run_shell(kept(file, "--jobs 3"));
    CHECK(rest.code == 0);
    CHECK_THAT(rest.out, Catch::Contains("369,600 executions, no bound"));
    CHECK_THAT(rest.out, Catch::Contains("resumed: "));
  }
}

TEST_CASE("a limit of executions holds for all runs together") {
  const OwnFile file("limit");
  CHECK(run_shell(kept(file, "--executions 1000")).code == 3);
  const Ran more = run_shell(kept(file, "--executions 1500 --json -"));
  CHECK(parsed(more)["executions"].natural() == 1500);
  const Ran same = run_shell(kept(file, "--executions 1500 --json -"));
  CHECK(same.code == 3);
  CHECK(parsed(same)["executions"].natural() == 1500);
}

TEST_CASE("a finished search answers at once from its file") {
  const OwnFile file("done");
  CHECK(run_shell(rmw("--checkpoint " + file.path(), "3 2")).code == 0);
  const Ran ran = run_shell(rmw("--json - --checkpoint " + file.path(), "3 2"));
  CHECK(ran.code == 0);
  CHECK(parsed(ran)["executions"].natural() == 90);
  CHECK(parsed(ran)["assumptions"].elements().size() == 3);
}

TEST_CASE("the file contains a failure that was found, with its trace") {
  const OwnFile file("bug");
  const std::string command = quoted(kBinaries + "mcheck") + " explore " +
                              quoted(kBinaries + "lost_update") + " --strategy dfs --json - " +
                              "--checkpoint " + file.path();
  const Ran first = run_shell(command);
  const Ran again = run_shell(command);
  CHECK(first.code == 1);
  CHECK(again.code == 1);
  const Json failures = parsed(first)["failures"];
  CHECK(failures.elements().size() == 1);
  CHECK(parsed(again)["failures"].dump() == failures.dump());
}

TEST_CASE("the file of another search is refused, and says why") {
  const OwnFile file("other");
  REQUIRE(run_shell(rmw("--checkpoint " + file.path(), "2 2")).code == 0);
  const auto refused = [&](const std::string& command) {
    const Ran ran = run_shell("{ " + command + "; } 2>&1");
    CHECK(ran.code == 2);
    return ran.out;
  };
  const std::string option = "--checkpoint " + file.path();
  CHECK_THAT(refused(rmw(option, "3 2")), Catch::Contains("arguments is [\"2\",\"2\"] there"));
  CHECK_THAT(refused(rmw(option + " --bound 2", "2 2")), Catch::Contains("bound is -1 there"));
  CHECK_THAT(refused(rmw(option + " --test readers", "2 2")), Catch::Contains("test is \"rmw\""));
  const OwnFile copy("families_anew");
  CHECK_THAT(refused("cp " + kBinaries + "families " + copy.path() + " && printf x >>" +
                     copy.path() + " && mkdir -p " + copy.path() + ".d && mv " + copy.path() + " " +
                     copy.path() + ".d/families && " + quoted(kBinaries + "mcheck") + " explore " +
                     copy.path() + ".d/families --test rmw --keep-going --strategy dfs " + option +
                     " -- 2 2; code=$?; rm -r " + copy.path() + ".d; (exit $code)"),
             Catch::Contains("the program was built anew"));
  REQUIRE(run_shell("echo no >" + file.path()).code == 0);
  CHECK_THAT(refused(rmw(option, "2 2")), Catch::Contains("it is no checkpoint"));
}

TEST_CASE("a checkpoint that cannot be written, or cannot be, is a wrong request") {
  const auto refused = [](const std::string& command) {
    const Ran ran = run_shell(command + " 2>&1");
    CHECK(ran.code == 2);
    return ran.out;
  };
  const std::string families =
      quoted(kBinaries + "mcheck") + " explore " + quoted(kBinaries + "families");
  CHECK_THAT(refused(rmw("--checkpoint /no/such/file")),
             Catch::Contains("cannot write the checkpoint"));
  CHECK_THAT(refused(families + " --checkpoint /tmp/x"), Catch::Contains("--test "));
  CHECK_THAT(refused(families + " --test rmw --strategy random --executions 5 --checkpoint /tmp/x"),
             Catch::Contains("keeps no checkpoint"));
}

}  // namespace
}  // namespace mcheck
