// SPDX-License-Identifier: MIT
// --suppressions: what the file names is no failure, and nothing else is hidden.
#include <unistd.h>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/intercept/unmodified.hpp"

namespace mcheck::unmodified_programs::suppressions_test {
namespace {

// A temporary file, removed by the destructor.
class File {
 public:
  explicit File(const std::string& text)
      : path_(std::filesystem::temp_directory_path() /
              ("mcheck_suppressions_" + std::to_string(getpid()))) {
    std::ofstream(path_) << text;
  }
  ~File() { std::filesystem::remove(path_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  [[nodiscard]] std::string option() const { return "--suppressions " + quoted(path_.string()); }

 private:
  std::filesystem::path path_;
};

std::string outcome_with(const std::string& suppressions, const std::string& words,
                         const std::string& options = "") {
  const File file(suppressions);
  return outcome_of("known_races", file.option() + " " + options, words);
}

}  // namespace

TEST_CASE("a race is none if a function, a file or the variable of either side is named") {
  CHECK(outcome_of("known_races", "", "l") == "race");
  CHECK(outcome_with("race:legacy_add\n", "l") == "verified");
  CHECK(outcome_with("race:legacy_work\n", "l") == "verified");  // a frame further out
  CHECK(outcome_with("race:known_races.cpp\n", "l") == "verified");
  CHECK(outcome_with("race:legacy_total\n", "l") == "verified");
  CHECK(outcome_with("race_top:legacy_add\n", "l") == "verified");
  CHECK(outcome_with("race_top:legacy_work\n", "l") == "race");
  CHECK(outcome_with("race:other\ndeadlock:legacy\n", "l") == "race");
}

// Reports leave out frames of the standard library; suppressions do not.
TEST_CASE("suppressions see frames of the standard library, and inlined ones") {
  const std::string list = MCHECK_SOURCE_DIRECTORY "/programs/suppressions/standard_library.supp";
  const Json known = result_of("known_races", "--suppressions standard", "s");
  CHECK(known["verdict"].text() == "verified");
  REQUIRE(known["suppressed"].elements().size() == 1);
  const std::string line = known["suppressed"].elements()[0]["by"].text();
  CHECK(line == "race:^std::_Sp_atomic<");
  CHECK(run_shell(explore("known_races", "--suppressions " + quoted(list), "s"))
            .out.find("suppressed failures are harmless: " + line + " (a fault of libstdc++") !=
        std::string::npos);
  const ShellResult accused = run_shell(explore("known_races", "", "s"));
  CHECK(accused.out.find("missing: a known fault of libstdc++ of GCC 12") != std::string::npos);
  CHECK(accused.out.find("--suppressions standard") != std::string::npos);
  CHECK(run_shell(explore("known_races", "", "l")).out.find("known fault") == std::string::npos);
  CHECK(outcome_with("race:_Sp_atomic\n", "s") == "verified");
  CHECK(outcome_with("race_top:std::\n", "s") == "verified");  // e.g. swap(), inlined or not
  CHECK(outcome_with("race_top:_Sp_atomic\n", "l") == "race");
  CHECK(outcome_of("known_races", "--suppressions " + quoted(list), "l") == "race");
  CHECK(outcome_of("known_races", "", "d") == "deadlock");
  CHECK(outcome_with("deadlock:__invoke_impl\n", "d") == "verified");
}

TEST_CASE("one race that is suppressed does not hide another") {
  CHECK(outcome_with("race:legacy_\n", "lo") == "race");
  CHECK(outcome_with("race:legacy_\nrace:other_\n", "lo") == "verified");
}

TEST_CASE("a verdict names what it takes for granted, and how often it was met") {
  const File file("race:never_met\nrace:legacy_\n");
  const Json result = result_of("known_races", file.option(), "l");
  REQUIRE(result["verdict"].text() == "verified");
  REQUIRE(result["suppressed"].elements().size() == 1);
  CHECK(result["suppressed"].elements()[0]["by"].text() == "race:legacy_");
  CHECK(result["suppressed"].elements()[0]["count"].natural() > 0);
  const ShellResult ran = run_shell(explore("known_races", file.option(), "l"));
  CHECK(ran.out.starts_with("verified but for what is suppressed: "));
  CHECK(ran.out.find("suppressed failures are harmless: race:legacy_\n") != std::string::npos);
  const Json unneeded = result_of("known_races", file.option(), "x");
  CHECK(unneeded["verdict"].text() == "verified");
  CHECK(unneeded["suppressed"].elements().empty());
}

TEST_CASE("suppressed races are none in isolated executions, several workers, and all modes") {
  for (const char* how :
       {"--isolate fork", "--jobs 2", "--strategy dfs", "--backtrack rerun", "--points all"}) {
    INFO(how);
    CHECK(outcome_with("race:legacy_\n", "l", how) == "verified");
    CHECK(outcome_with("race:legacy_\n", "lo", how) == "race");
  }
}

TEST_CASE("threads that are stuck or left behind are no failure if they are named") {
  CHECK(outcome_of("known_races", "", "d") == "deadlock");
  CHECK(outcome_with("deadlock:wait_for_ever\n", "d") == "verified");
  CHECK(outcome_with("deadlock:::never$\n", "d") == "verified");
  CHECK(outcome_with("deadlock:legacy\n", "d") == "deadlock");
  CHECK(outcome_with("race:wait_for_ever\n", "d") == "deadlock");
  CHECK(outcome_with("deadlock:wait_for_ever\n", "do") == "race");
}

TEST_CASE("what is suppressed is so, and counted, in several processes and from a checkpoint") {
  const auto counted = [](const std::string& suppressions, const std::string& words,
                          const std::string& how) {
    const File file(suppressions);
    const Json result = result_of("known_races", file.option() + " " + how, words);
    INFO(how << ": " << result.dump());
    CHECK(result["verdict"].text() == "verified");
    REQUIRE(result["suppressed"].elements().size() == 1);
    CHECK(result["assumptions"].texts().back() ==
          "suppressed failures are harmless: " + result["suppressed"].elements()[0]["by"].text());
    return result["suppressed"].elements()[0]["count"].natural();
  };
  const std::string checkpoint =
      std::filesystem::temp_directory_path() / ("mcheck_checkpoint_" + std::to_string(getpid()));
  for (const auto& [text, words] :
       {std::pair("deadlock:wait_for_ever\n", "d"), std::pair("race:legacy_\n", "l")}) {
    const std::uint64_t alone = counted(text, words, "");
    CHECK(alone > 0);
    CHECK(counted(text, words, "--jobs 2") == alone);
    CHECK(counted(text, words, "--jobs 1 --checkpoint " + quoted(checkpoint)) == alone);
    std::filesystem::remove(checkpoint);
  }
  CHECK(outcome_with("deadlock:wait_for_ever\n", "do", "--jobs 2") == "race");
}

TEST_CASE("nothing is verified where a failure comes only after one that is suppressed") {
  for (const char* how : {"--keep-going --strategy optimal", "--keep-going --jobs 2"}) {
    INFO(how);
    const File file("mutex:add_and_misuse\n");
    const Json hidden = result_of("known_races", file.option() + " " + how, "m");
    CHECK(hidden["verdict"].text() == "incomplete");
    CHECK(hidden["reason"].text().find("after another failure, which is suppressed") !=
          std::string::npos);
    CHECK(outcome_with("mutex:add_and_misuse\n", "n", how) == "race");
  }
}

TEST_CASE("a file that is none, or holds what is none, is a wrong request") {
  const File file("race:legacy\nrase:legacy\n");
  const ShellResult ran = run_shell(explore("known_races", file.option(), "l") + " 2>&1");
  CHECK(ran.code == 2);
  CHECK(ran.out.find(":2: 'rase:legacy' does not begin with a kind and a colon") !=
        std::string::npos);
  CHECK(run_shell(explore("known_races", "--suppressions /no/such", "l") + " 2>&1").code == 2);
}

}  // namespace mcheck::unmodified_programs::suppressions_test
