// SPDX-License-Identifier: MIT
// The report about a search, for a person: the verdict, the failures, the commands that replay
// them, what was searched, and what the verdict assumes.
#pragma once

#include <span>
#include <string>

#include "engine/trace/results/result.hpp"

namespace mcheck {

struct ReportStyle {
  std::string program;  // as the user typed it: "./philosophers"
  // The files that were given, which a replay needs, too; or "".
  std::string suppressions{};
  std::string schedule{};
  bool replayed = false;  // of one given schedule, not of a search
  bool coloured = false;
  bool full = false;         // all steps of long traces
  bool brief = false;        // only the verdict and the replay line
  bool verbose = false;      // statistics of the search even if it is complete
  bool final_states = true;  // the first ones, if there are any
};

// "bug: deadlock in ./philosophers, found in execution 12", without a line end.
[[nodiscard]] std::string headline(const Result& result, const ReportStyle& style);

// The whole report, each line with its line end.
[[nodiscard]] std::string report_of(const Result& result, const ReportStyle& style);

// One line about several results: "bug: 1 of 3 tests of ./families, 1,234 executions, 0.010 s".
[[nodiscard]] std::string overall(const std::vector<Result>& results, const ReportStyle& style);

// Parts of a report that pages show separately: "verified with no preemptions"; "MC004 deadlock";
// the line that replays a schedule, or ""; "optimal, no bound: 2 executions, 14 events, under 1
// ms".
[[nodiscard]] std::string verdict_words(const Result& result);
[[nodiscard]] std::string failure_title(FailureKind kind);
[[nodiscard]] std::string failure_words(const FailureReport& failure);  // and its message
[[nodiscard]] std::string replay_command(const std::string& schedule, const ReportStyle& style);
[[nodiscard]] std::string searched_text(const Result& result);

// ", 1 part of the schedule not reached": what the verdict says of a forced schedule; or "".
[[nodiscard]] std::string followed_text(const Result& result);
// What it did not reach, a line for each: for results that are verified, or have failed.
[[nodiscard]] std::vector<std::string> unreached_lines(const Result& result);
// What qualifies "verified" for all of them: " with at most 1 preemption but for what is
// suppressed", or "". Always "" for other verdicts.
[[nodiscard]] std::string verdict_qualifier(std::span<const Result> results);

// The worst of some results, in the order bug, not repeatable, incomplete, verified.
[[nodiscard]] Verdict worst_verdict(std::span<const Result> results);

}  // namespace mcheck
