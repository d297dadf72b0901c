// SPDX-License-Identifier: MIT
// What mcheck cannot decide is no longer verified: programs with a bug that was missed.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <string>

#include "tests/support/shell.hpp"

namespace mcheck::undecided_test {
namespace {

const std::string kMcheck = quoted(MCHECK_BINARY_DIRECTORY "/mcheck");

int code_of(const std::string& name, const std::string& options) {
  const std::string program = "/tmp/mcheck_undecided_" + std::to_string(getpid());
  const std::string source =
      quoted(MCHECK_SOURCE_DIRECTORY "/tests/intercept/undecided/" + name + ".cpp");
  REQUIRE(run_shell(kMcheck + " c++ -O1 " + source + " -o " + program + " 2>&1").code == 0);
  const ShellResult ran = run_shell(kMcheck + " explore " + program + " " + options + " 2>&1");
  unlink(program.c_str());
  UNSCOPED_INFO(name << " " << options << "\n" << ran.out);
  return ran.code;
}

}  // namespace

TEST_CASE("threads that poll around atomic sections are not verified where they may be stuck") {
  for (const char* options : {"", "--jobs 2", "--bound 2", "--bound 2 --strategy states"}) {
    CHECK(code_of("spinning_sections", options) != 0);
    CHECK(code_of("spin_beside_section", options) != 0);
  }
}

TEST_CASE("a thread that has stacks of different sizes is not verified") {
  CHECK(code_of("stack_sizes", "") == 3);
  CHECK(code_of("stack_sizes", "--isolate fork") == 1);
}

}  // namespace mcheck::undecided_test
