// SPDX-License-Identifier: MIT
// --memory auto, the default: RC11 where it permits more than sequential consistency.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>

#include "tests/intercept/unmodified.hpp"

namespace mcheck::unmodified_programs::memory_choice_test {
namespace {

const std::string kOlder = "older_values";

struct Chosen {
  std::string model;
  bool assumes_sc = false;

  friend bool operator==(const Chosen&, const Chosen&) = default;
};
const Chosen kRc11{.model = "rc11"};
const Chosen kSc{.model = "sc"};
const Chosen kAssumesSc{.model = "sc", .assumes_sc = true};

Chosen chosen(const std::string& how, const std::string& words) {
  const Json result = result_of(kOlder, how + " --minimise 10ms", words);
  INFO(how << " " << words << ": " << result.dump());
  bool says_so = false;
  for (const std::string& line : result["assumptions"].texts())
    says_so |= line.starts_with("memory is sequentially consistent (weaker orders are used");
  const bool is_verified = result["verdict"].text() == "verified";
  CHECK(says_so == (is_verified && result["assumes_sc"].boolean(false)));
  return {result["memory"].text(), result["assumes_sc"].boolean(false)};
}

}  // namespace

TEST_CASE("every strategy that takes RC11 has it where threads share an atomic with weak orders") {
  for (const char* words : {"message", "buffers", "'crossed stores'", "addition"}) {
    CAPTURE(words);
    for (const char* how :
         {"", "--strategy auto", "--strategy trust", "--strategy dfs", "--strategy dfs --bound 0",
          "--jobs 2", "--isolate fork", "--backtrack rerun", "--keep-going", "--time 20s",
          "--strategy portfolio --executions 3000"}) {
      CAPTURE(how);
      CHECK(outcome_of(kOlder, how, words) == "assertion");
      CHECK(chosen(how, words) == kRc11);
    }
  }
}

TEST_CASE("what needs sequential consistency has it, and the verdict says so") {
  for (const char* how : {"--strategy odpor", "--strategy source", "--strategy sleep",
                          "--strategy states", "--strategy delay", "--bound 5", "--bound 0..5"}) {
    CAPTURE(how);
    CHECK(outcome_of(kOlder, how, "buffers") == "verified");
    CHECK(chosen(how, "buffers") == kAssumesSc);
  }
  CHECK(outcome_of(kOlder, "--memory sc", "buffers") == "verified");
}

TEST_CASE("where no thread shares such an atomic, both models are one") {
  for (const char* words : {"'ordered buffers'", "'private orders'"}) {
    CHECK(chosen("", words) == kSc);
    CHECK(outcome_of(kOlder, "", words) == "verified");
    CHECK(outcome_of(kOlder, "--memory rc11", words) == "verified");
    CHECK(result_of(kOlder, "", words)["executions"].dump() ==
          result_of(kOlder, "--memory rc11", words)["executions"].dump());
  }
}

TEST_CASE("a search that turns to RC11 runs as many executions as one that began with it") {
  const std::string weak = result_of(kOlder, "--memory rc11", "many")["executions"].dump();
  const std::string file = "/tmp/mcheck_memory_choice_" + std::to_string(getpid());
  for (const std::string& how : {std::string(), std::string("--jobs 2"),
                                 std::string("--isolate fork"), "--checkpoint " + file}) {
    CAPTURE(how);
    const Json result = result_of(kOlder, how, "many");
    CHECK(result["verdict"].text() == "verified");
    CHECK(result["executions"].dump() == weak);
  }
  std::filesystem::remove(file);
  const std::string saved = "--checkpoint " + file + " ";
  CHECK(result_of(kOlder, saved + "--executions 100", "many")["verdict"].text() == "incomplete");
  CHECK(result_of(kOlder, saved, "many")["executions"].dump() == weak);
  std::filesystem::remove(file);
}

TEST_CASE("mcheck conflicts has the model that the program needs") {
  const std::string command =
      quoted(MCHECK_BINARY_DIRECTORY "/mcheck") + " conflicts " + program(kOlder) + " -- buffers";
  const ShellResult ran = run_shell(command + " 2>&1");
  INFO(ran.out);
  CHECK_THAT(ran.out, Catch::Contains("executions failed besides"));
  const ShellResult sequential =
      run_shell(quoted(MCHECK_BINARY_DIRECTORY "/mcheck") + " conflicts " + program(kOlder) +
                " --memory sc -- buffers 2>&1");
  CHECK_THAT(sequential.out, !Catch::Contains("executions failed besides"));
}

}  // namespace mcheck::unmodified_programs::memory_choice_test
