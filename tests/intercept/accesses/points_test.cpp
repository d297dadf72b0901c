// SPDX-License-Identifier: MIT
// Scheduling points at plain accesses (--points all), and races that are no failures (--races
// ignore).
#include <set>

#include "tests/intercept/unmodified.hpp"

namespace mcheck::unmodified_programs::points_test {
namespace {

const std::string kAll = "--points all --races ignore";

std::string plain(const std::string& options, const std::string& words) {
  return outcome_of("plain_points", options, words);
}

// With reductions and without.
void check_outcome(const std::string& words, const std::string& expected) {
  for (const char* strategy : {"optimal", "trust", "dfs"}) {
    INFO(words << " under " << strategy);
    CHECK(plain(kAll + " --strategy " + strategy, words) == expected);
  }
}

}  // namespace

TEST_CASE("a race is a bug, with points at synchronisation only and with points everywhere") {
  for (const std::string words : {"lost_update", "publication", "queue", "wide_copies", "mixed"}) {
    INFO(words);
    CHECK(plain("", words) == "race");
    CHECK(plain("--points all", words) == "race");
  }
}

TEST_CASE("with points at plain accesses all that a race can lead to is found") {
  check_outcome("lost_update", "assertion");
  check_outcome("publication", "assertion");
  check_outcome("queue", "assertion");
  check_outcome("torn_copy", "assertion");
  check_outcome("publication_in_order", "verified");
  check_outcome("waits_for_flag", "verified");
  CHECK(plain(kAll, "waits_for_neighbour") == "verified");
}

TEST_CASE("the queue that publishes before it constructs is found within ten executions") {
  const Json found = result_of("plain_points", kAll, "queue");
  CHECK(found["executions"].natural() <= 10);
}

TEST_CASE("nothing is verified where races are ignored and plain accesses are no points") {
  for (const std::string words : {"queue", "lost_update", "publication_in_order"}) {
    INFO(words);
    const Json result = result_of("plain_points", "--races ignore", words);
    CHECK(result["verdict"].text() == "incomplete");
    CHECK(result["reason"].text().find("races are ignored") != std::string::npos);
    CHECK(plain("--races ignore --jobs 2", words) == "incomplete");
  }
}

// The plain read is a scheduling point of eight bytes, the store is one of the atomic: no strategy
// sees that they depend on each other. A structure of two words is read at its second point, even
// if the first was long ago.
TEST_CASE("nothing is verified where what races has points of different kinds") {
  for (const std::string words : {"mixed", "wide_copies"}) {
    INFO(words);
    CHECK(plain(kAll, words) == "incomplete");
    CHECK(plain(kAll + " --isolate fork", words) == "incomplete");
    CHECK(plain(kAll + " --jobs 2", words) == "incomplete");
  }
}

// The block is freed between two points, and the allocator does not reuse a freed block at once: a
// thread that still reads it is found. (Without a reduction this takes minutes: all plain accesses
// at the start of a thread are points, too.)
TEST_CASE("nothing is verified where a block races with its end") {
  CHECK(plain(kAll, "block_again") == "use-after-free");
  CHECK(plain(kAll + " --strategy trust", "block_again") == "use-after-free");
}

// Two threads read, then write. Which reads and writes come first leaves four classes, because R1
// and R2 are independent. And a flag that is written before or after it is read.
TEST_CASE("plain data has as many classes of executions as model objects have") {
  for (const auto& [words, classes] :
       {std::pair("unchecked_update", 4u), std::pair("publication_in_order", 2u)}) {
    INFO(words);
    CHECK(result_of("plain_points", kAll, words)["executions"].natural() == classes);
    const ShellResult twin = run_shell(quoted(MCHECK_BINARY_DIRECTORY "/mcheck") + " explore " +
                                       quoted(MCHECK_BINARY_DIRECTORY "/points_twin") +
                                       " --races ignore --json - --test " + words);
    const auto result = Json::parse(twin.out);
    REQUIRE(std::holds_alternative<Json>(result));
    CHECK(std::get<Json>(result)["executions"].natural() == classes);
  }
}

// Two variables in the same eight bytes, and a write of all of them, which makes them one object.
TEST_CASE("neighbours are objects of their own, unless an access is to both") {
  CHECK(result_of("plain_points", kAll, "neighbours")["executions"].natural() == 1);
  const Json whole = result_of("plain_points", kAll + " --keep-going", "cleared");
  CHECK(whole["executions"].natural() == 2);
  std::set<std::string> objects;
  for (const Json& step : whole["failures"].elements()[0]["trace"].elements()) {
    const std::string object = step["object"].text();
    objects.insert(object.substr(object.rfind(':') + 1));
  }
  CHECK(objects.contains("pair.{one,other}"));
  CHECK(objects.contains("pair.other"));
}

TEST_CASE("a schedule with points at plain accesses is replayed with them") {
  const Json found = result_of("plain_points", kAll, "lost_update");
  const std::string token = found["failures"].elements()[0]["schedule"].text();
  CHECK(token.find(".pr.") != std::string::npos);
  const ShellResult again = run_shell(quoted(MCHECK_BINARY_DIRECTORY "/mcheck") + " replay " +
                                      program("plain_points") + " " + token);
  CHECK(again.code == 1);
  CHECK(again.out.find("number") != std::string::npos);
}

TEST_CASE("environment variables select the points") {
  const std::string run = "MCHECK_POINTS=all MCHECK_RACES=ignore " + program("plain_points");
  CHECK(run_shell(run + " publication_in_order").code == 0);
  CHECK(run_shell(run + " publication").code == 1);
  CHECK(run_shell("MCHECK_RACES=ignore " + program("plain_points") + " queue").code == 3);
}

}  // namespace mcheck::unmodified_programs::points_test
