// SPDX-License-Identifier: MIT
// Reported values around waits for an atomic: which step wrote them, and what was read instead.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "tests/intercept/unmodified.hpp"

namespace mcheck::unmodified_programs::reported_values_test {

TEST_CASE("what a wait or a notify leaves is not what was written") {
  const Json result = result_of("notified", "--time 60s");
  REQUIRE(result["failures"].elements().size() == 1);
  const Json::Array& trace = result["failures"].elements()[0]["trace"].elements();
  const auto contains_step = [&](const char* operation, const char* value) {
    return std::ranges::any_of(trace, [&](const Json& step) {
      return step["operation"].text() == operation && step["value"].text().starts_with(value);
    });
  };
  REQUIRE(contains_step("wait", ""));
  REQUIRE(contains_step("notify_one", "wakes"));
  REQUIRE(contains_step("wake up", ""));
  bool written = false;
  for (const Json& step : trace) {
    INFO(step["operation"].text() << " " << step["object"].text());
    const Json& from = step["read_from"];
    const std::string operation = step["operation"].text();
    if (!from.is_null()) {
      const std::string writer = trace[from.natural()]["operation"].text();
      CHECK((writer == "exchange" || writer.starts_with("fetch_")));
    }
    if (step["object"].text() != "phase") continue;
    if (operation == "load" || operation == "wait") CHECK(from.is_null() != written);
    if (operation == "exchange") CHECK(from.is_null());
    if (operation == "notify_one" || operation == "wake up") CHECK(from.is_null());
    written = written || operation == "exchange";
  }
  CHECK(written);
}

TEST_CASE("a thread that need not wait in the passing run is reported to wait in the other") {
  const ShellResult ran = run_shell(explore("notified", "--time 60s"));
  CHECK_THAT(ran.out, Catch::Contains("no need to wait (here it waits)"));
  CHECK_THAT(ran.out, !Catch::Contains("(here )"));
}

}  // namespace mcheck::unmodified_programs::reported_values_test
