// SPDX-License-Identifier: MIT
// Classes of the standard library, Boost and other packages whose thread-safety is documented:
// tests/synth/known_classes.tsv. An unsafe one is proven unsafe, a safe one is not accused.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/support/deep.hpp"
#include "tests/support/shell.hpp"

namespace mcheck::known_classes_test {
namespace {

struct KnownClass {
  std::string header;
  std::string name;
  std::string verdict;
  std::string oracle;
  std::string flags;
};

std::vector<KnownClass> known_classes(const std::string& verdict) {
  std::vector<KnownClass> classes;
  std::ifstream lines(std::string(MCHECK_SOURCE_DIRECTORY) + "/tests/synth/known_classes.tsv");
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream columns(line);
    KnownClass one;
    std::getline(columns, one.header, '\t');
    std::getline(columns, one.name, '\t');
    std::getline(columns, one.verdict, '\t');
    std::getline(columns, one.oracle, '\t');
    std::getline(columns, one.flags, '\t');
    if (one.verdict == verdict) classes.push_back(one);
  }
  return classes;
}

// Each takes seconds to compile: by default only the one that is given.
void check_classes(const std::string& verdict, int code, const std::string& usual,
                   std::size_t count) {
  const bool deep = is_deep();
  const std::vector<KnownClass> classes = known_classes(verdict);
  CHECK(classes.size() == count);
  const std::string folder =
      std::filesystem::temp_directory_path() / ("mcheck-known-" + std::to_string(getpid()));
  std::size_t tried = 0;
  for (const KnownClass& each : classes) {
    if (!deep && each.name != usual) continue;
    ++tried;
    const std::string command =
        quoted(std::string(MCHECK_BINARY_DIRECTORY) + "/mcheck") + " synth " + quoted(each.header) +
        " --class " + quoted(each.name) + " --oracle " + each.oracle +
        (deep ? " --time 30s" : " --tests 60 --time 60s") + " --quiet --out " + quoted(folder) +
        " -- -std=c++20 " + each.flags + " 2>&1";
    const ShellResult ran = run_shell(command, 180);
    INFO(each.name << "\n" << ran.out);
    CHECK(ran.code == code);
  }
  std::filesystem::remove_all(folder);
  CHECK(tried > 0);
}

}  // namespace

TEST_CASE("classes that are documented as unsafe are proven unsafe") {
  check_classes("unsafe", 1, "std::optional<int>", 26);
}

TEST_CASE("classes that are documented as safe are not accused") {
  check_classes("safe", 0, "std::latch", 10);
}

TEST_CASE("classes that are safe but for a member are proven unsafe by it") {
  check_classes("partly", 1, "std::barrier<>", 8);
}

}  // namespace mcheck::known_classes_test
