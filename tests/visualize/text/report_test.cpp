// SPDX-License-Identifier: MIT
#include "visualize/text/report.hpp"

#include <catch2/catch.hpp>

#include "tests/visualize/support/approved.hpp"
#include "tests/visualize/support/samples.hpp"
#include "visualize/model/wait_table.hpp"
#include "visualize/model/wording.hpp"

namespace mcheck::report_test {
namespace {

ReportStyle plain() {
  ReportStyle style;
  style.program = "./sample";
  return style;
}

Result searched(Verdict verdict) {
  Result result;
  result.program = "families";
  result.test = "rmw";
  result.arguments = {"3", "3"};
  result.verdict = verdict;
  result.strategy = "dfs";
  result.executions = 1680;
  result.events = 15120;
  result.seconds = 0.02;
  result.assumptions = {"sequential consistency"};
  return result;
}

TEST_CASE("a report of a deadlock begins with the verdict and ends with what was searched") {
  const std::string text = report_of(samples::result_with(samples::deadlock()), plain());
  CHECK(text == approved("deadlock.report", text));
}

TEST_CASE("a lost wake-up is a deadlock without a cycle") {
  const FailureReport failure = samples::lost_wakeup();
  CHECK(wait_cycle(failure.threads).empty());
  const std::string text = report_of(samples::result_with(failure), plain());
  CHECK(text == approved("lost_wakeup.report", text));
}

TEST_CASE("threads that wait for each other form a cycle, those that wait for them do not") {
  // main waits for left, left for right, right for left.
  CHECK(wait_cycle(samples::deadlock().threads) == std::vector<std::string>{"left", "right"});
}

TEST_CASE("verified says under which bound, and incomplete never says verified") {
  Result result = searched(Verdict::kVerified);
  CHECK(headline(result, plain()) ==
        "verified: test rmw 3 3 of ./sample, 1,680 executions, no bound");
  result.bound = 2;
  CHECK(headline(result, plain()) ==
        "verified: test rmw 3 3 of ./sample, 1,680 executions, the bound left nothing out");
  result.bound_hit = true;
  CHECK(headline(result, plain()) ==
        "verified with at most 2 preemptions: test rmw 3 3 of ./sample, 1,680 executions");
  result.verdict = Verdict::kIncomplete;
  CHECK(headline(result, plain()) ==
        "incomplete: test rmw 3 3 of ./sample, no bug in 1,680 executions");
}

TEST_CASE("a bound on delays is not said to be one on preemptions") {
  Result result = searched(Verdict::kVerified);
  result.strategy = "delay";
  result.bound = 2;
  result.bound_hit = true;
  CHECK(headline(result, plain()) ==
        "verified with at most 2 delays: test rmw 3 3 of ./sample, 1,680 executions");
  CHECK(overall({result}, plain()).starts_with("verified with at most 2 delays: 1 of 1 test"));
}

TEST_CASE("the report of a random search says how many classes it ran, and what is guaranteed") {
  Result result = searched(Verdict::kIncomplete);
  result.strategy = "pct";
  result.classes = 1042;
  result.assumptions = {};
  result.remarks = {"each execution finds something", "most of it was found"};
  CHECK(report_of(result, plain()) ==
        "incomplete: test rmw 3 3 of ./sample, no bug in 1,680 executions\n"
        "\n"
        "searched: pct, no bound: 1,680 executions, 1,042 classes, 15,120 events, 0.020 s, "
        "84,000 a second\n"
        "size:     about 9 steps in an execution, 0% of them restored\n"
        "smaller:  --bound 0..3: all schedules of few preemptions first; most bugs take two\n"
        "remarks:  each execution finds something\n"
        "          most of it was found\n");
  result.classes = kMaxClasses;
  CHECK(report_of(result, plain()).find(", at least 200,000 classes,") != std::string::npos);
}

TEST_CASE("a quiet report is the verdict and the line that replays it") {
  ReportStyle style = plain();
  style.brief = true;
  CHECK(report_of(samples::result_with(samples::deadlock()), style) ==
        "bug: MC004 deadlock in ./sample, found in execution 12\n"
        "replay:   mcheck replay ./sample mc1.philosophers..k3f9.2\n");
}

TEST_CASE("a quiet report of a test without events has the remarks") {
  ReportStyle style = plain();
  style.brief = true;
  Result result = searched(Verdict::kVerified);
  result.remarks = {"nothing was seen", "optimal uses trust"};
  const std::string verdict = headline(result, style) + "\n";
  CHECK(report_of(result, style) == verdict);
  result.events = 0;
  CHECK(report_of(result, style) == verdict + "  nothing was seen\n");
}

TEST_CASE("several tests are summed up by the worst of them") {
  const std::vector<Result> results = {searched(Verdict::kVerified), searched(Verdict::kBug),
                                       searched(Verdict::kIncomplete)};
  CHECK(worst_verdict(results) == Verdict::kBug);
  CHECK(overall(results, plain()) ==
        "bug: 1 of 3 tests of ./sample, 5,040 executions, 0.060 s\n");  // 3 × 1,680, 3 × 0.02
}

TEST_CASE("numbers are formatted for people") {
  CHECK(grouped(0) == "0");
  CHECK(grouped(1234567) == "1,234,567");
  CHECK(counted(1, "event") == "1 event");
  CHECK(seconds_text(125.4) == "2 min 5 s");
  CHECK(rate_text(5, 1).empty());
  CHECK(rate_text(123456, 1) == "120,000 a second");
  CHECK(shell_word("./a b") == "'./a b'");
}

TEST_CASE("final states are listed after the search, twenty of them at most") {
  Result result = searched(Verdict::kVerified);
  const std::string without = report_of(result, plain());
  result.final_states = {{FinalState{"finished", {{"x", 1}}, {{"T1.r0", -1}}, 1200},
                          FinalState{"deadlock", {{"x", 0}}, {}, 3}}};
  CHECK(report_of(result, plain()) == without +
                                          "\nfinal states: 2\n"
                                          "  1,200 × finished  x = 1  T1.r0 = -1\n"
                                          "      3 × deadlock  x = 0\n");
  result.final_states->resize(23, FinalState{"finished", {}, {}, 1});
  CHECK_THAT(report_of(result, plain()), Catch::EndsWith("      1 × finished\n  … and 3 more\n"));
  ReportStyle style = plain();
  style.final_states = false;
  CHECK(report_of(result, style) == without);
}

}  // namespace
}  // namespace mcheck::report_test
