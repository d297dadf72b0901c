// SPDX-License-Identifier: MIT
// What the README shows is what a reader gets.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/support/shell.hpp"

namespace {

namespace fs = std::filesystem;

// The block between the fences that begins with the verdict.
std::string shown_report() {
  std::ifstream file(MCHECK_SOURCE_DIRECTORY "/README.md");
  std::ostringstream text;
  text << file.rdbuf();
  const std::string readme = text.str();
  const std::size_t begin = readme.find("```text\nbug:") + 8;
  return readme.substr(begin, readme.find("```", begin) - begin);
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at)) {
    text.replace(at, what.size(), with);
    at += with.size();
  }
  return text;
}

}  // namespace

TEST_CASE("the report in the README is what mcheck prints for the sample program") {
  const std::string program =
      fs::relative(MCHECK_BINARY_DIRECTORY "/lost_update", MCHECK_SOURCE_DIRECTORY).string();
  const mcheck::Ran ran =
      mcheck::run_shell("cd " + mcheck::quoted(MCHECK_SOURCE_DIRECTORY) + " && " +
                        MCHECK_BINARY_DIRECTORY "/mcheck explore " + program + " --bound 3");
  CHECK(ran.code == 1);
  const std::string printed = replaced(ran.out, program, "build/release/bin/lost_update");
  const std::string report = printed.substr(0, printed.find("searched:"));
  CHECK(report == shown_report());
}
