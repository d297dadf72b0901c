// SPDX-License-Identifier: MIT
// The report of a program that does not repeat itself: the first step that differs, its location,
// and the likely reason.
#include "tests/programs/verdicts/expected.hpp"

namespace mcheck::expected::not_repeatable_test {
namespace {

Json result_of(const std::string& words) {
  const ShellResult ran =
      run_shell(quoted(kBinaries + "mcheck") + " explore " + words + " --json -");
  INFO(ran.what << "\n" << ran.out);
  const auto parsed = Json::parse(ran.out);
  REQUIRE(std::holds_alternative<Json>(parsed));
  return std::get<Json>(parsed);
}

bool says(const Json& result, const std::string& words) {
  INFO(result["reason"].text() << "\n does not say " << words);
  return result["reason"].text().find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("a clock that decides is named with its place, and so is the step that differs") {
  const Json result = result_of(quoted(kBinaries + "reads_clock") + " --test reads_clock");
  CHECK(result["verdict"].text() == "not-repeatable");
  CHECK(result["id"].text() == "MC028");
  CHECK(says(result, "step 2 differed when the same schedule was run again"));
  CHECK(says(result, "first  main: store `last` ("));
  CHECK(says(result, "where  reads_clock.cpp:17"));
  CHECK(says(result, "likely the values are times: a clock is read"));
  CHECK(says(result, "likely the program reads a clock: clock_gettime, at reads_clock.cpp:"));
}

TEST_CASE("what mcheck does not intercept is recognised by its values") {
  const Json result = result_of(quoted(kBinaries + "unmodified/reads_time_stamp"));
  CHECK(result["verdict"].text() == "not-repeatable");
  CHECK(says(result, "where  reads_time_stamp.cpp:1"));
  CHECK(says(result, "likely the values are times"));
}

}  // namespace mcheck::expected::not_repeatable_test
