// SPDX-License-Identifier: MIT
// The command prints the kept counterexamples as approved
// (tests/visualize/support/kept_counterexamples.hpp).
#include "tests/visualize/support/kept_counterexamples.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "tests/support/shell.hpp"

namespace mcheck::kept_counterexamples_test {
namespace {

std::string golden_file(const KeptCounterexample& counterexample) {
  return std::string(MCHECK_SOURCE_DIRECTORY "/tests/visualize/goldens/") + counterexample.name +
         ".failure";
}

std::string text_in(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Removes the path of the source directory, which differs between machines.
void forget_folder(const std::string& path) {
  const std::string folder = MCHECK_SOURCE_DIRECTORY "/";
  std::string text = text_in(path);
  for (std::size_t at = text.find(folder); at != std::string::npos; at = text.find(folder, at)) {
    text.erase(at, folder.size());
  }
  std::ofstream(path) << text;
}

}  // namespace

TEST_CASE("a kept counterexample is what the command prints today") {
  const bool approve = std::getenv("MCHECK_APPROVE") != nullptr;
  for (const KeptCounterexample& counterexample : kKeptCounterexamples) {
    std::string command = "cd " + quoted(MCHECK_BINARY_DIRECTORY) + " && ./mcheck explore ./" +
                          counterexample.program + " --time 60s --strategy optimal " +
                          counterexample.options;
    if (approve) command += " --json " + quoted(result_file(counterexample));
    const ShellResult ran = run_shell(command);
    INFO(ran.what);
    CHECK(ran.code == 1);
    const std::string report = without_search_part(ran.out);
    if (approve) {
      std::ofstream(golden_file(counterexample)) << report;
      forget_folder(result_file(counterexample));
    }
    CHECK(report == text_in(golden_file(counterexample)));
  }
}

}  // namespace mcheck::kept_counterexamples_test
