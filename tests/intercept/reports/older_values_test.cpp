// SPDX-License-Identifier: MIT
// Reports of accesses that act on an older value (--memory rc11).
#include <unistd.h>

#include <catch2/catch.hpp>
#include <string>

#include "tests/intercept/unmodified.hpp"

namespace mcheck::unmodified_programs::older_values_test {
namespace {

const std::string kOlder = "older_values";
const std::string kRc11 = "--memory rc11 ";

std::string report(const std::string& words, const std::string& options = "") {
  const ShellResult ran = run_shell(explore(kOlder, kRc11 + options, words));
  CHECK(ran.code == 1);
  return ran.out;
}

// The first step of that thread and operation.
Json step_of(const std::string& words, const std::string& thread, const std::string& operation,
             const std::string& object = "data") {
  const Json result = result_of(kOlder, kRc11, words);
  for (const Json& step : result["failures"].elements().at(0)["trace"].elements()) {
    if (step["thread"].text() == thread && step["operation"].text() == operation &&
        step["object"].text() == object)
      return step;
  }
  FAIL("no such step");
  return {};
}

}  // namespace

TEST_CASE("a load that reads an older value says which one is newer, and where its own is from") {
  const std::string text = report("message");
  CHECK_THAT(text, Catch::Contains("load data: 41"));
  CHECK_THAT(text, Catch::Contains("stale: T1 wrote 42 (step 4);"));
  CHECK_THAT(text, Catch::Contains("from T1 (step 3)"));
  CHECK_THAT(text, Catch::Contains("stale: nothing orders the newer value before this step"));
  const Json step = step_of("message", "T2", "load");
  CHECK(step["value"].text() == "41");
  CHECK(step["superseded_by"].natural() == 3);
  CHECK(step["read_from"].natural() == 2);
  CHECK(step["state"].text() == "42");  // of the object, not of what was read
}

TEST_CASE("a store that is placed before newer ones says so, and leaves the newest value") {
  const std::string text = report("'crossed stores'");
  CHECK_THAT(text, Catch::Contains("store data: 0 → 2"));
  CHECK_THAT(text, Catch::Contains("before T1's 1 (step 3)"));
  CHECK_THAT(text, Catch::Contains("before: nothing orders these stores"));
  CHECK_THAT(text, Catch::Contains("load data: 1, from T1 (step 3)"));
  const Json step = step_of("'crossed stores'", "T2", "store");
  CHECK(step["superseded_by"].natural() == 2);
  CHECK(step["state"].text() == "1");
  CHECK(step_of("'crossed stores'", "T2", "store", "ready")["superseded_by"].is_null());
}

TEST_CASE("an addition between two stores, and an exchange that fails, are stale") {
  const std::string text = report("addition");
  CHECK_THAT(text, Catch::Contains("fetch_add data: 1 → 2"));
  CHECK_THAT(text, Catch::Contains("stale: T1 wrote 5 (step 4)"));
  CHECK(step_of("addition", "T2", "fetch_add")["state"].text() == "5");
  const std::string failed = report("'exchange fails'");
  CHECK_THAT(failed, Catch::Contains("compare_exchange data: is 0"));
  CHECK_THAT(failed, Catch::Contains("stale: T1 wrote 7 (step 3)"));
}

TEST_CASE("a store after a stale load overwrites what the load did not see") {
  const std::string text = report("'lost update'");
  CHECK_THAT(text, Catch::Contains("stale: T1 wrote 1 (step 4)"));
  CHECK_THAT(text, Catch::Contains("overwrites T1's value"));
}

TEST_CASE("under sequential consistency no step is stale") {
  const Json result = result_of("notified", "--time 60s --memory sc");
  CHECK(result["memory"].text() == "sc");
  for (const Json& step : result["failures"].elements().at(0)["trace"].elements())
    CHECK(step["superseded_by"].is_null());
}

TEST_CASE("a replay shows the same older values, and a picture an arrow to the newer one") {
  const Json result = result_of(kOlder, kRc11, "message");
  const std::string token = result["failures"].elements().at(0)["schedule"].text();
  const std::string mcheck = quoted(MCHECK_BINARY_DIRECTORY "/mcheck");
  const ShellResult again = run_shell(mcheck + " replay " + program(kOlder) + " " + quoted(token));
  CHECK(again.code == 1);
  CHECK_THAT(again.out, Catch::Contains("stale: T1 wrote 42 (step 4);"));
  const auto drawn = [&](const std::string& format) {
    const std::string file = "/tmp/mcheck_older_values_" + std::to_string(getpid()) + format;
    const ShellResult ran = run_shell(mcheck + " draw " + program(kOlder) + " " + quoted(token) +
                                      " -o " + file + " >&2 && cat " + file + " && rm " + file);
    CHECK(ran.code == 0);
    return ran.out;
  };
  CHECK_THAT(drawn(".dot"), Catch::Contains("stale: acts on an older value than that"));
  CHECK_THAT(drawn(".mmd"), Catch::Contains("t1--)t2: stale: older than 4"));
  CHECK_THAT(drawn(".html"), Catch::Contains("stale: T1 wrote 42 (step 4)"));
}

}  // namespace mcheck::unmodified_programs::older_values_test
