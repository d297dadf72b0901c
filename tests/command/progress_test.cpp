// SPDX-License-Identifier: MIT
#include "programs/mcheck/progress.hpp"

#include <catch2/catch.hpp>

#include "programs/mcheck/ledger.hpp"

namespace mcheck::command {
namespace {

std::string text_of(const Standing& now, int bound = -1) {
  Estimate estimate;
  estimate.see(now);
  return progress_text(now, estimate, bound);
}

TEST_CASE("the progress line tells how much there will be, and how long it will take") {
  CHECK(text_of({.executions = 12'345, .seconds = 10, .mass = 0.3125, .depth = 17}) ==
        "12,345 of about 40,000 executions, 1,200 a second, 17 choices deep, 10.0 s, about 22 s "
        "left");
}

TEST_CASE("the progress line tells of the bound, of workers, and of classes that are counted") {
  CHECK(text_of({.executions = 100, .seconds = 10, .classes = 7, .workers = 4}, 2) ==
        "100 executions, 7 different, 10 a second, bound 2, 4 workers, 10.0 s");
}

TEST_CASE("without an idea of the rest only what was done is told") {
  CHECK(text_of({.executions = 12'345, .seconds = 10}) ==
        "12,345 executions, 1,200 a second, 10.0 s");
}

TEST_CASE("where there is little room the line tells how much, and how long it will take") {
  const Standing now{
      .executions = 12'345, .seconds = 10, .mass = 0.3125, .depth = 17, .workers = 4};
  Estimate estimate;
  estimate.see(now);
  const auto line = [&](std::size_t room) { return progress_line(now, estimate, 2, room); };
  const std::string done = ", done " + clock_text(estimate.seconds_left());
  CHECK(line(200) ==
        "12,345 of about 40,000 executions, 1,200 a second, 17 choices deep, bound 2, 4 workers, "
        "10.0 s, about 22 s left" +
            done);
  CHECK(line(78) == "12,345 of about 40,000 executions, 10.0 s, about 22 s left" + done);
  CHECK(line(58) == "12,345 of about 40,000 executions, about 22 s left");
  CHECK(line(50) == "12,345 of about 40,000 executions, about 22 s left");
  CHECK(line(37) == "12,345 of about 40,000, 22 s left");
  CHECK(line(26) == "12,345 of about 40,000");
  CHECK(line(6) == "12,345");
  for (std::size_t room = 1; room < 130; ++room) CHECK(line(room).size() <= room);
}

TEST_CASE("a log gets a line at times that double, whenever one looks") {
  LogTimes times;
  CHECK_FALSE(times.is_due(9.9));
  CHECK(times.is_due(10));
  CHECK_FALSE(times.is_due(19));
  CHECK(times.is_due(90));
  CHECK_FALSE(times.is_due(159));
  CHECK(times.is_due(160));
}

TEST_CASE("before the end never more than 99 % are done") {
  Estimate estimate;
  estimate.see({.executions = 1'000'000, .events = 1, .seconds = 10, .mass = 1.0});
  CHECK(estimate.executions() >= 1'000'000 / 0.99);
  CHECK(estimate.seconds_left() > 0);
}

TEST_CASE("what an earlier run of the command did counts as done, and not for the speed") {
  Estimate estimate;
  estimate.see({.executions = 600, .events = 1, .seconds = 1, .mass = 0.6, .mass_before = 0.5});
  CHECK(estimate.executions() == Approx(1000));
  CHECK(estimate.seconds_left() == Approx(4));
}

TEST_CASE("an estimate does not jump") {
  Estimate estimate;
  estimate.see({.executions = 100, .events = 1, .seconds = 1, .mass = 0.1});
  estimate.see({.executions = 100, .events = 1, .seconds = 1, .mass = 0.01});
  CHECK(estimate.executions() == Approx(1000 + 0.2 * 9000));
}

FailureReport failure(const char* message, std::uint32_t preemptions, const char* schedule) {
  FailureReport made;
  made.message = message;
  made.preemptions = preemptions;
  made.schedule = schedule;
  made.execution = 3;
  return made;
}

TEST_CASE("of failures that are alike the one that is easier to follow is kept") {
  Ledger ledger;
  ledger.enter({.counts = {.executions = 10}, .failures = {failure("a", 2, "xx")}});
  ledger.enter({.counts = {.executions = 5}, .failures = {failure("b", 2, "x")}});
  ledger.enter({.failures = {failure("a", 1, "xyz"), failure("b", 2, "xx")}});
  REQUIRE(ledger.failures.size() == 2);
  CHECK(ledger.failures[0].schedule == "xyz");
  CHECK(ledger.failures[0].execution == 18);
  CHECK(ledger.failures[1].schedule == "x");
  CHECK(ledger.counts.executions == 15);
}

TEST_CASE("a ledger survives the way through its file") {
  Ledger ledger;
  CHECK_FALSE(ledger.is_complete());
  ledger.enter({.counts = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1.0 / 3},
                .exhaustive = false,
                .why_not_exhaustive = "a thread polls",
                .bound_hit = true,
                .not_repeatable = "why",
                .failures = {failure("a", 1, "x")},
                .assumptions = {"b"}});
  ledger.untouched = false;
  ledger.outstanding = {"p", "q"};
  ledger.seconds = 2;
  const Json json = to_json(ledger);
  CHECK(to_json(ledger_from_json(json)).dump() == json.dump());
  CHECK(ledger_from_json(json).counts.mass == 1.0 / 3);
  CHECK_FALSE(ledger_from_json(json).is_complete());
  CHECK(ledger_from_json(json).expected_executions() == Approx(3));
}

TEST_CASE("a commit survives the way from the program to the command") {
  const Commit commit{.counts = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0.5},
                      .waits = true,
                      .exhaustive = true,
                      .why_not_exhaustive = "a thread polls",
                      .bound_hit = true,
                      .not_repeatable = "why",
                      .failures = {failure("a", 1, "x")},
                      .assumptions = {"b"},
                      .outstanding = {"p"},
                      .given = {"q"}};
  const Json json = to_json(commit);
  CHECK(to_json(commit_from_json(json)).dump() == json.dump());
  CHECK(json["type"].text() == "commit");
}

}  // namespace
}  // namespace mcheck::command
