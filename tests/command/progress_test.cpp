// SPDX-License-Identifier: MIT
#include "programs/mcheck/results/progress.hpp"

#include <catch2/catch.hpp>

#include "programs/mcheck/search/search_state.hpp"

namespace mcheck::command::progress_test {
namespace {

std::string text_of(const SearchProgress& now, int bound = -1) {
  Estimate estimate;
  estimate.update(now);
  return progress_text(now, estimate, bound);
}

TEST_CASE("the progress line tells how much there will be, and how long it will take") {
  CHECK(text_of({.executions = 12'345, .seconds = 10, .mass = 0.3125, .depth = 17}) ==
        "12,345 of about 40,000 executions, 1,200 a second, 17 choices deep, 10.0 s, about 22 s "
        "left");
}

TEST_CASE("while little is known the progress line tells a range, what it rests on, and no date") {
  // 1 % of 100,000: at most ten times that, at least 1/4.64 of it; at 100 a second.
  const SearchProgress now{.executions = 1'000, .seconds = 10, .mass = 0.01};
  CHECK(
      text_of(now) ==
      "1,000 of 22,000 to 1,000,000 executions, 100 a second, 10.0 s, 3 min to 3 h left, judged by "
      "1% of them");
  Estimate estimate;
  estimate.update(now);
  CHECK(progress_line(now, estimate, -1).find("done") == std::string::npos);
}

TEST_CASE("an estimate that leaves out what nobody has come to yet has no upper end") {
  // 1 % of 100,000: at least 1,000 times the cube root of 100.
  const SearchProgress now{
      .executions = 1'000, .seconds = 10, .mass = 0.01, .kind = EstimateKind::kAtLeast};
  CHECK(text_of(now) ==
        "1,000 of 4,700 or more executions, 100 a second, 10.0 s, 36 s or more left, judged by 1% "
        "of them");
}

TEST_CASE("an estimate with a bound has what was done for its lower end") {
  const SearchProgress now{
      .executions = 1'000, .seconds = 10, .mass = 0.01, .kind = EstimateKind::kBounded};
  CHECK(text_of(now) ==
        "1,000 of 1,000 to 10,000,000 executions, 100 a second, 10.0 s, 1 s to 28 h left, judged "
        "by 1% of them");
}

TEST_CASE("no date is told that is more than a day off") {
  const auto line = [](double seconds) {
    const SearchProgress now{.executions = 12'345, .seconds = seconds, .mass = 0.5};
    Estimate estimate;
    estimate.update(now);
    return progress_line(now, estimate, -1);
  };
  CHECK(line(80'000).find(", done ") != std::string::npos);
  CHECK(line(90'000).find(", done ") == std::string::npos);
}

// `mcheck explore families --test TEST --strategy trust --json - --executions DONE -- ARGUMENTS`:
// the estimate at that moment. n threads of k additions have (n k)!/(k!)^n classes, two threads of
// n critical sections C(2n, n), a writer and n readers 2^n.
TEST_CASE("the range holds the number that a formula tells, at several moments of a search") {
  struct Moment {
    double done;
    double expected;
    double truth;
  };
  constexpr double kRmw3x3 = 1'680;            // 9!/(3!)^3
  constexpr double kRmw4x3 = 369'600;          // 12!/(3!)^4
  constexpr double kRmw5x4 = 305'540'235'000;  // 20!/(4!)^5
  constexpr double kLocks2x8 = 12'870;         // C(16, 8)
  constexpr double kReaders10 = 1'024;         // 2^10
  for (const auto& [done, expected, truth] :
       {Moment{20, 514, kRmw3x3}, Moment{160, 1'445, kRmw3x3}, Moment{40, 4.87e4, kRmw4x3},
        Moment{400, 1.104e5, kRmw4x3}, Moment{4'000, 1.816e5, kRmw4x3}, Moment{300, 2.3e9, kRmw5x4},
        Moment{3'000, 5.03e9, kRmw5x4}, Moment{30'000, 5.62e9, kRmw5x4},
        Moment{300'000, 1.95e10, kRmw5x4}, Moment{30, 1'905, kLocks2x8},
        Moment{300, 7'122, kLocks2x8}, Moment{3'000, 1.261e4, kLocks2x8},
        Moment{30, 1'024, kReaders10}, Moment{300, 1'024, kReaders10}}) {
    const EstimatedRange range = estimated_range(done, expected);
    INFO(done << ": " << range.least << " to " << range.most);
    CHECK(range.least <= truth);
    CHECK(truth <= range.most);
  }
}

TEST_CASE("the progress line tells of the bound, of workers, and of classes that are counted") {
  CHECK(text_of({.executions = 100, .seconds = 10, .classes = 7, .workers = 4}, 2) ==
        "100 executions, 7 classes, 10 a second, bound 2, 4 workers, 10.0 s");
}

TEST_CASE("without an idea of the rest only what was done is told") {
  CHECK(text_of({.executions = 12'345, .seconds = 10}) ==
        "12,345 executions, 1,200 a second, 10.0 s");
}

TEST_CASE("where there is little room the line tells how much, and how long it will take") {
  const SearchProgress now{
      .executions = 12'345, .seconds = 10, .mass = 0.3125, .depth = 17, .workers = 4};
  Estimate estimate;
  estimate.update(now);
  const auto line = [&](std::size_t columns) { return progress_line(now, estimate, 2, columns); };
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
  for (std::size_t columns = 1; columns < 130; ++columns) CHECK(line(columns).size() <= columns);
}

TEST_CASE("a log gets a line at times that double, whenever one looks") {
  LogSchedule times;
  CHECK_FALSE(times.is_due(9.9));
  CHECK(times.is_due(10));
  CHECK_FALSE(times.is_due(19));
  CHECK(times.is_due(90));
  CHECK_FALSE(times.is_due(159));
  CHECK(times.is_due(160));
}

TEST_CASE("before the end never more than 99 % are done") {
  Estimate estimate;
  estimate.update({.executions = 1'000'000, .events = 1, .seconds = 10, .mass = 1.0});
  CHECK(estimate.executions() >= 1'000'000 / 0.99);
  CHECK(estimate.seconds_left() > 0);
}

TEST_CASE("what an earlier run of the command did counts as done, and not for the speed") {
  Estimate estimate;
  estimate.update({.executions = 600, .events = 1, .seconds = 1, .mass = 0.6, .mass_before = 0.5});
  CHECK(estimate.executions() == Approx(1000));
  CHECK(estimate.seconds_left() == Approx(4));
}

TEST_CASE("an estimate does not jump") {
  Estimate estimate;
  estimate.update({.executions = 100, .events = 1, .seconds = 1, .mass = 0.1});
  estimate.update({.executions = 100, .events = 1, .seconds = 1, .mass = 0.01});
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
  SearchState state;
  state.add({.counts = {.executions = 10}, .failures = {failure("a", 2, "xx")}});
  state.add({.counts = {.executions = 5}, .failures = {failure("b", 2, "x")}});
  state.add({.failures = {failure("a", 1, "xyz"), failure("b", 2, "xx")}});
  REQUIRE(state.failures.size() == 2);
  CHECK(state.failures[0].schedule == "xyz");
  CHECK(state.failures[0].execution == 18);
  CHECK(state.failures[1].schedule == "x");
  CHECK(state.counts.executions == 15);
}

TEST_CASE("a ledger survives the way through its file") {
  SearchState state;
  CHECK_FALSE(state.is_complete());
  state.add({.counts = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 1.0 / 3},
             .exhaustive = false,
             .why_not_exhaustive = "a thread spins",
             .bound_hit = true,
             .not_repeatable = "why",
             .failures = {failure("a", 1, "x")},
             .assumptions = {"b"}});
  state.not_started = false;
  state.outstanding = {"p", "q"};
  state.seconds = 2;
  const Json json = to_json(state);
  CHECK(to_json(search_state_from_json(json)).dump() == json.dump());
  CHECK(search_state_from_json(json).counts.mass == 1.0 / 3);
  CHECK_FALSE(search_state_from_json(json).is_complete());
  CHECK(search_state_from_json(json).expected_executions() == Approx(3));
}

TEST_CASE("a commit survives the way from the program to the command") {
  const Commit commit{.counts = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0.5},
                      .is_waiting = true,
                      .exhaustive = true,
                      .why_not_exhaustive = "a thread spins",
                      .bound_hit = true,
                      .not_repeatable = "why",
                      .failures = {failure("a", 1, "x")},
                      .assumptions = {"b"},
                      .outstanding = {"p"},
                      .shards_given = {"q"}};
  const Json json = to_json(commit);
  CHECK(to_json(commit_from_json(json)).dump() == json.dump());
  CHECK(json["type"].text() == "commit");
}

}  // namespace
}  // namespace mcheck::command::progress_test
