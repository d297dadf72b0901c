// SPDX-License-Identifier: MIT
// Input and output of unmodified programs, and runs as a part of a build.
#include "tests/intercept/unmodified.hpp"

namespace mcheck::unmodified_programs::output_test {
namespace {

constexpr const char* kPrinted = "first\ninput: none\nthread 1 saw 0\nthread 2 saw 0\nat the end";

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a failure is reported with the output of that execution, in order") {
  const Json result = result_of("prints", "");
  CHECK(result["failures"].elements()[0]["output"].text() == kPrinted);
  const ShellResult ran = run_shell(explore("prints", ""));
  CHECK(contains(ran.out, "output:\n  │ first\n  │ input: none\n  │ thread 1 saw 0\n"));
}

TEST_CASE("of long output the beginning is kept, and the report shows the end of it") {
  const std::string output =
      result_of("prints", "", "much")["failures"].elements()[0]["output"].text();
  CHECK(output.size() > 64 << 10);
  CHECK(output.size() < 65 << 10);
  // 20,000 lines of 6 letters and 88,890 digits, and 58 letters as in the test before.
  CHECK(contains(output, "(the first 64 KiB of 208948 bytes)"));
}

TEST_CASE("a program that does not fail prints nothing") {
  const ShellResult ran = run_shell(explore("prints", "", "right") + " 2>&1");
  CHECK(ran.code == 0);
  CHECK(!contains(ran.out, "first"));
}

TEST_CASE("a replay prints what the execution printed, once") {
  const std::string token = result_of("prints", "")["failures"].elements()[0]["schedule"].text();
  const ShellResult ran = run_shell("MCHECK_REPLAY=" + token + " " + program("prints"));
  CHECK(ran.code == 1);
  CHECK(ran.out.starts_with(std::string(kPrinted) + "\n"));
}

TEST_CASE("a program run without the command has no input, and shows output and replay") {
  const ShellResult ran = run_shell("echo some | " + program("prints") + " word");
  CHECK(ran.code == 1);
  CHECK(contains(ran.out, "| input: none"));
  CHECK(contains(ran.out, "replay   MCHECK_REPLAY=mc1."));
  CHECK(contains(ran.out, "unmodified_prints word\n"));
}

TEST_CASE("a pass-through run has the real streams and exit status") {
  const auto pass = [](const std::string& word) {
    return run_shell("echo some | MCHECK_PASS_THROUGH=1 " + program("pass_through") + " " + word +
                     " 2>&1");
  };
  CHECK(pass("0").code == 0);
  CHECK(pass("7").code == 7);
  CHECK(pass("7").out == "read some\n");
  CHECK(pass("abort").code == 134);
  CHECK(pass("crash").code == 139);
  const ShellResult deadlock = pass("deadlock");
  CHECK(deadlock.code == 134);
  CHECK(contains(deadlock.out, "deadlock: main waits for"));
}

}  // namespace mcheck::unmodified_programs::output_test
