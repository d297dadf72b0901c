// SPDX-License-Identifier: MIT
// What the command reports besides failures: lock order inversions, and progress.
#include "tests/programs/verdicts/expected.hpp"

namespace mcheck::expected::warnings_test {
namespace {

Json result_of(const std::string& words, int code) {
  const ShellResult ran =
      run_shell(quoted(kBinaries + "mcheck") + " explore " + words + " --json -");
  INFO(ran.what << "\n" << ran.out);
  CHECK(ran.code == code);
  auto parsed = Json::parse(ran.out);
  REQUIRE(std::holds_alternative<Json>(parsed));
  return std::get<Json>(std::move(parsed));
}

const std::string kOneAfterTheOther = " --strategy dfs --bound 0";

}  // namespace

TEST_CASE("a bounded search that misses a deadlock warns of it, with all four places") {
  for (const std::string program : {"abba_deadlock", "unmodified/abba_deadlock"}) {
    for (const std::string how : {"", " --jobs 2"}) {
      const Json found = result_of(quoted(kBinaries + program) + kOneAfterTheOther + how, 0);
      CHECK(found["verdict"].text() == "verified");
      const Json::Array& warnings = found["warnings"].elements();
      REQUIRE(warnings.size() == 1);
      CHECK(warnings[0]["kind"].text() == "lock-order");
      CHECK(warnings[0]["objects"].texts().size() == 2);
      const Json::Array& places = warnings[0]["places"].elements();
      REQUIRE(places.size() == 4);
      for (const Json& place : places) {
        CHECK_THAT(place["file"].text(), Catch::Contains("abba_deadlock.c"));
        CHECK(place["line"].integer() > 0);
      }
    }
  }
}

TEST_CASE("nobody is warned of what the search has found, or shown not to be") {
  const auto warnings = [](const std::string& words, int code) {
    return result_of(words, code)["warnings"].elements().size();
  };
  CHECK(warnings(quoted(kBinaries + "abba_deadlock"), 1) == 0);
  CHECK(warnings(quoted(kBinaries + "abba_deadlock") + " --jobs 2", 1) == 0);
  CHECK(warnings(quoted(kBinaries + "abba_deadlock_right") + kOneAfterTheOther, 0) == 0);
  CHECK(warnings(quoted(kBinaries + "philosophers_right") + kOneAfterTheOther, 0) == 0);
}

TEST_CASE("what was judged at some step is judged there again in a replay") {
  for (const std::string words : {"livelock --test livelock", "starvation --test starvation",
                                  "unmodified/livelock", "locked_queue_right --progress lock-free",
                                  "unmodified/locked_queue_right --progress obstruction-free"}) {
    const std::string program = words.substr(0, words.find(' '));
    const Json found = result_of(kBinaries + words, 1);
    const Json& failure = found["failures"].elements().at(0);
    const ShellResult again =
        run_shell(quoted(kBinaries + "mcheck") + " replay " + quoted(kBinaries + program) + " " +
                  failure["schedule"].text() + " --json -");
    INFO(again.out);
    CHECK(again.code == 1);
    const auto parsed = Json::parse(again.out);
    REQUIRE(std::holds_alternative<Json>(parsed));
    const Json& replayed = std::get<Json>(parsed)["failures"].elements().at(0);
    CHECK(replayed["kind"].text() == failure["kind"].text());
    CHECK(replayed["message"].text() == failure["message"].text());
  }
}

TEST_CASE("both front ends distinguish lock-free programs from others") {
  for (const std::string folder : {"", "unmodified/"}) {
    CHECK(result_of(kBinaries + folder + "treiber_stack_right --progress lock-free", 0)["verdict"]
              .text() == "verified");
    CHECK(result_of(kBinaries + folder + "ms_queue_right --progress obstruction-free --time 60s",
                    0)["strategy"]
              .text() == "states");
  }
}

}  // namespace mcheck::expected::warnings_test
