// SPDX-License-Identifier: MIT
// An interrupted search resumes from its checkpoint and reaches the result of an uninterrupted one.
#include "tests/programs/search/shared_search.hpp"

namespace mcheck::checkpoint_test {
namespace {

std::string with_checkpoint(const TemporaryFile& file, const std::string& options = "") {
  return rmw(kRerunFromStart + "--checkpoint " + file.path() + " " + options);
}

TEST_CASE("a command that is killed again and again gets to the end, and counts right") {
  for (const char* jobs : {"1", "2"}) {
    const TemporaryFile file("kept");
    const std::string options = std::string("--json - --jobs ") + jobs;
    int killed = 0;
    Json result;
    for (; killed < 200 && result.is_null(); ++killed) {
      // Longer each time, so that a slow machine gets there, too.
      const ShellResult ran = run_shell("timeout -s KILL " + std::to_string(1.1 + 0.2 * killed) +
                                        " " + with_checkpoint(file, options) + " 2>/dev/null");
      if (ran.code == 0) result = parsed(ran);
    }
    INFO(killed << " attempts");
    CHECK(result["verdict"].text() == "verified");
    CHECK(result["executions"].natural() == kInterleavings);
  }
}

TEST_CASE("Ctrl-C and SIGTERM leave exit code 3 and a file from which the search resumes") {
  for (const std::string signal : {"INT", "TERM"}) {
    const TemporaryFile file("asked");
    const ShellResult ran = run_with_script("env " + with_checkpoint(file, "--jobs 2"),
                                            "sleep 0.3; kill -" + signal + " $pid");
    INFO(ran.out);
    CHECK(ran.code == 3);
    CHECK_THAT(ran.out, Catch::Contains("the remaining search is saved in '" + file.path() + "'"));
    const ShellResult rest = run_shell(with_checkpoint(file, "--jobs 3"));
    CHECK(rest.code == 0);
    CHECK_THAT(rest.out, Catch::Contains("369,600 executions, no bound"));
    CHECK_THAT(rest.out, Catch::Contains("resumed: "));
  }
}

TEST_CASE("a limit of executions holds for all runs together") {
  const TemporaryFile file("limit");
  CHECK(run_shell(with_checkpoint(file, "--executions 1000")).code == 3);
  const ShellResult more = run_shell(with_checkpoint(file, "--executions 1500 --json -"));
  CHECK(parsed(more)["executions"].natural() == 1500);
  const ShellResult same = run_shell(with_checkpoint(file, "--executions 1500 --json -"));
  CHECK(same.code == 3);
  CHECK(parsed(same)["executions"].natural() == 1500);
}

TEST_CASE("a finished search answers at once from its file") {
  const TemporaryFile file("done");
  CHECK(run_shell(rmw("--checkpoint " + file.path(), "3 2")).code == 0);
  const ShellResult ran = run_shell(rmw("--json - --checkpoint " + file.path(), "3 2"));
  CHECK(ran.code == 0);
  CHECK(parsed(ran)["executions"].natural() == 90);
  CHECK(parsed(ran)["assumptions"].elements().size() == 3);
}

TEST_CASE("the file contains a failure that was found, with its trace") {
  const TemporaryFile file("bug");
  const std::string command = quoted(kBinaries + "mcheck") + " explore " +
                              quoted(kBinaries + "lost_update") + " --strategy dfs --json - " +
                              "--checkpoint " + file.path();
  const ShellResult first = run_shell(command);
  const ShellResult again = run_shell(command);
  CHECK(first.code == 1);
  CHECK(again.code == 1);
  const Json failures = parsed(first)["failures"];
  CHECK(failures.elements().size() == 1);
  CHECK(parsed(again)["failures"].dump() == failures.dump());
}

TEST_CASE("the file of another search is refused, and says why") {
  const TemporaryFile file("other");
  REQUIRE(run_shell(rmw("--checkpoint " + file.path(), "2 2")).code == 0);
  const auto refused = [&](const std::string& command) {
    const ShellResult ran = run_shell("{ " + command + "; } 2>&1");
    CHECK(ran.code == 2);
    return ran.out;
  };
  const std::string option = "--checkpoint " + file.path();
  CHECK_THAT(refused(rmw(option, "3 2")), Catch::Contains("arguments is [\"2\",\"2\"] there"));
  CHECK_THAT(refused(rmw(option + " --bound 2", "2 2")), Catch::Contains("bound is -1 there"));
  CHECK_THAT(refused(rmw(option + " --test readers", "2 2")), Catch::Contains("test is \"rmw\""));
  const TemporaryFile copy("families_anew");
  CHECK_THAT(refused("cp " + kBinaries + "families " + copy.path() + " && printf x >>" +
                     copy.path() + " && mkdir -p " + copy.path() + ".d && mv " + copy.path() + " " +
                     copy.path() + ".d/families && " + quoted(kBinaries + "mcheck") + " explore " +
                     copy.path() + ".d/families --test rmw --keep-going --strategy dfs " + option +
                     " -- 2 2; code=$?; rm -r " + copy.path() + ".d; (exit $code)"),
             Catch::Contains("the program was rebuilt"));
  REQUIRE(run_shell("echo no >" + file.path()).code == 0);
  CHECK_THAT(refused(rmw(option, "2 2")), Catch::Contains("it is not a checkpoint"));
}

TEST_CASE("a checkpoint that cannot be written, or cannot be, is a wrong request") {
  const auto refused = [](const std::string& command) {
    const ShellResult ran = run_shell(command + " 2>&1");
    CHECK(ran.code == 2);
    return ran.out;
  };
  const std::string families =
      quoted(kBinaries + "mcheck") + " explore " + quoted(kBinaries + "families");
  CHECK_THAT(refused(rmw("--checkpoint /no/such/file")),
             Catch::Contains("cannot write the checkpoint"));
  CHECK_THAT(refused(families + " --checkpoint /tmp/x"), Catch::Contains("--test "));
  CHECK_THAT(refused(families + " --test rmw --strategy random --executions 5 --checkpoint /tmp/x"),
             Catch::Contains("does not support checkpoints"));
}

}  // namespace
}  // namespace mcheck::checkpoint_test
