// SPDX-License-Identifier: MIT
// The report of a race: both sides with their stacks, and what would have ordered them.
#include "tests/programs/verdicts/expected.hpp"

namespace mcheck::expected::race_reports_test {
namespace {

Json failure_of(const std::string& binary, const std::string& options = "") {
  const ShellResult ran = run_shell(quoted(kBinaries + "mcheck") + " explore " +
                                    quoted(kBinaries + binary) + " --json - " + options);
  INFO(ran.what << "\n" << ran.out);
  const auto parsed = Json::parse(ran.out);
  REQUIRE(std::holds_alternative<Json>(parsed));
  const Json& result = std::get<Json>(parsed);
  REQUIRE(result["failures"].elements().size() == 1);
  return result["failures"].elements().front();
}

// "T1 writes: left.c:19 write_both, left.c:36 main"
std::string stack_text(const Json& stack) {
  std::string text = stack["title"].text() + ":";
  for (const Json& frame : stack["frames"].elements()) {
    const std::string file = frame["file"].text();
    text += " " + file.substr(file.rfind('/') + 1) + ":" + std::to_string(frame["line"].integer()) +
            " " + frame["function"].text();
  }
  return text;
}

}  // namespace

TEST_CASE("both sides of a race are reported with all their functions, in whatever way it is run") {
  for (const char* how : {"", "--isolate fork", "--strategy dfs", "--jobs 2"}) {
    INFO(how);
    const Json failure = failure_of("unmodified/readers_writers", how);
    const Json::Array& stacks = failure["stacks"].elements();
    REQUIRE(stacks.size() == 2);
    CHECK(stack_text(stacks[0]) == "T1 writes: readers_writers.c:19 write_both");
    CHECK(stack_text(stacks[1]) ==
          "main read before: readers_writers.c:28 read_both readers_writers.c:38 main");
  }
}

TEST_CASE("shared data is reported with where it was created") {
  const Json failure = failure_of("readers_writers");
  const Json::Array& stacks = failure["stacks"].elements();
  REQUIRE(stacks.size() == 3);
  CHECK(stack_text(stacks[2]).starts_with("created by main: readers_writers.cpp:14 "));
}

TEST_CASE("memory is reported with where it was allocated") {
  const Json failure = failure_of("unmodified/key_destructor");
  const Json::Array& stacks = failure["stacks"].elements();
  REQUIRE(stacks.size() == 3);
  CHECK(stack_text(stacks[2]) == "in 4 bytes that T1 allocated: key_destructor.c:17 work");
}

TEST_CASE("the operation that would order the two is named, if a memory order is all that lacks") {
  CHECK(failure_of("unmodified/fence_publication")["missing"].text() ==
        "they would be ordered if T1's store of `ready` (fence_publication.cpp:15) were release "
        "instead of relaxed");
  const std::string ring = failure_of("unmodified/relaxed_ring")["missing"].text();
  CHECK(ring.find("instead of relaxed, and ") != std::string::npos);  // a store and a load
  CHECK(failure_of("unmodified/fence_publication")["missing_order"].text() ==
        "store ready at fence_publication.cpp:15 release (is relaxed): with it, 2 executions are "
        "verified");
}

TEST_CASE("otherwise the report says which locks each side holds") {
  CHECK(failure_of("double_checked_locking")["missing"].text() ==
        "T1 holds no lock, and main then holds `guard`");
  CHECK(failure_of("readers_writers")["missing"].text() ==
        "T1 holds `guard` as a reader, and main then holds `guard` as a reader: readers do not "
        "exclude each other");
  CHECK(failure_of("unmodified/async_sum")["missing"].text().starts_with("neither holds a lock"));
}

}  // namespace mcheck::expected::race_reports_test
