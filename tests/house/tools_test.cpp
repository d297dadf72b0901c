// SPDX-License-Identifier: MIT
// The rules that need a tool: clang-format for every file, objdump for what was built.
#include <catch2/catch.hpp>

#include "tests/house/rules.hpp"
#include "tests/support/shell.hpp"

namespace mcheck::house::tools_test {
namespace {

Breaches breaches_of_archives(const char* archives) {
  const ShellResult answer = run_shell(std::string(MCHECK_OBJDUMP " -t -C ") + archives);
  REQUIRE(answer.code == 0);
  return symbol_breaches(answer.out);
}

bool is_about(const Breaches& breaches, const std::string& name) {
  return to_text(breaches).find(name) != std::string::npos;
}

}  // namespace

TEST_CASE("no variable of the engine is restored with the program's") {
  const Breaches breaches = breaches_of_archives(MCHECK_ARCHIVES);
  INFO(to_text(breaches));
  CHECK(breaches.empty());
}

TEST_CASE("a writable variable outside of section mcheck_host is caught") {
  const Breaches breaches = breaches_of_archives(MCHECK_SAMPLE_ARCHIVE);
  INFO(to_text(breaches));
  CHECK(is_about(breaches, "sample_zero"));
  CHECK(is_about(breaches, "sample_seven"));
  CHECK(is_about(breaches, "sample_thread_local"));
  CHECK(is_about(breaches, "sample_inside"));
  CHECK(is_about(breaches, "guard variable"));
}

TEST_CASE("marked variables, constants and virtual tables are not caught") {
  const Breaches breaches = breaches_of_archives(MCHECK_SAMPLE_ARCHIVE);
  CHECK(breaches.size() == 5);
  CHECK_FALSE(is_about(breaches, "sample_marked"));
  CHECK_FALSE(is_about(breaches, "sample_constant"));
  CHECK_FALSE(is_about(breaches, "SampleBase"));
}

#ifdef MCHECK_CLANG_FORMAT
TEST_CASE("clang-format agrees with every file") {
  std::string command = "cd '" MCHECK_SOURCE_DIRECTORY "' && " MCHECK_CLANG_FORMAT;
  command += " --dry-run --Werror";
  for (const Source& source : read_tree(MCHECK_SOURCE_DIRECTORY)) command += " " + source.path;
  command += " 2>&1";
  const ShellResult answer = run_shell(command);
  INFO(answer.out);
  CHECK(answer.code == 0);
}

TEST_CASE("a file that clang-format would change is caught") {
  const ShellResult answer =
      run_shell("cd '" MCHECK_SOURCE_DIRECTORY "' && printf 'int  x;\\n' | " MCHECK_CLANG_FORMAT
                " --dry-run --Werror --assume-filename=a.cpp 2>&1");
  CHECK(answer.code != 0);
}
#endif

}  // namespace mcheck::house::tools_test
