// SPDX-License-Identifier: MIT
// Every random strategy, and delay bounding, finds the bug of every classic problem within 10,000
// executions. The portfolio says which strategy found it.
#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>

#include "engine/base/json.hpp"
#include "tests/support/shell.hpp"

namespace mcheck::sampling_test {
namespace {

const std::string kBinaries = MCHECK_BINARY_DIRECTORY "/";

// The programs of expected.tsv that have a bug without any option.
std::vector<std::string> programs_with_bug() {
  std::vector<std::string> programs;
  std::ifstream file(MCHECK_SOURCE_DIRECTORY "/programs/classic/expected.tsv");
  for (std::string line; std::getline(file, line);) {
    std::istringstream cells(line);
    std::string program, options, verdict;
    std::getline(cells, program, '\t');
    std::getline(cells, options, '\t');
    std::getline(cells, verdict, '\t');
    if (options == "-" && verdict == "bug") programs.push_back(program);
  }
  return programs;
}

Json explored(const std::string& program, const std::string& options) {
  const ShellResult ran = run_shell(quoted(kBinaries + "mcheck") + " explore " +
                                    quoted(kBinaries + program) + " --json - " + options);
  INFO(ran.what << "\n" << ran.out);
  const auto parsed = Json::parse(ran.out);
  REQUIRE(std::holds_alternative<Json>(parsed));
  return std::get<Json>(parsed);
}

std::string drawn_by(const std::string& strategy) {
  return "--executions 10000 --seed 1 --strategy " + strategy;
}

}  // namespace

TEST_CASE("every classic bug is found by every strategy within 10,000 executions") {
  const std::vector<std::string> programs = programs_with_bug();
  REQUIRE(programs.size() >= 10);
  for (const char* strategy :
       {"random", "pct", "pos", "surw", "urw", "portfolio", "delay --bound 4"}) {
    for (const std::string& program : programs) {
      INFO(program << " under " << strategy);
      const Json result = explored(program, drawn_by(strategy));
      CHECK(result["verdict"].text() == "bug");
      const std::vector<std::string> remarks = result["remarks"].texts();
      const bool says_who = remarks.size() == 1 && remarks[0].starts_with("found by ");
      CHECK(says_who == (std::string(strategy) == "portfolio"));
    }
  }
}

TEST_CASE("where no bug is found the guarantee is in the result, and nothing is verified") {
  const Json result = explored("lost_update_right", drawn_by("pct --depth 2"));
  CHECK(result["verdict"].text() == "incomplete");
  CHECK(result["executions"].natural() == 10'000);
  CHECK(result["classes"].natural() == 2);  // which thread adds first
  CHECK(result["bound"].is_null());
  const std::vector<std::string> remarks = result["remarks"].texts();
  REQUIRE(remarks.size() == 2);
  CHECK(remarks[0].starts_with("each execution finds a bug of depth 2 with probability at least"));
}

}  // namespace mcheck::sampling_test
