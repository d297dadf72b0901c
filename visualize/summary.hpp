// SPDX-License-Identifier: MIT
// What mcheck tells a person about a search: the verdict first, then what went wrong and how, then
// the command that replays it, then what was searched and what is taken for granted.
#pragma once

#include <span>
#include <string>

#include "engine/trace/result.hpp"

namespace mcheck {

struct SummaryStyle {
  std::string program;         // as the person typed it: "./philosophers"
  std::string suppressions{};  // the file that was given, which a replay needs, too; or ""
  bool replayed = false;       // of one given schedule, not of a search
  bool coloured = false;
  bool full = false;         // all steps of long traces
  bool brief = false;        // the verdict and the replay line only
  bool verbose = false;      // what the search teaches about its size, also where it is complete
  bool final_states = true;  // the first ones, if there are any
};

// "bug: deadlock in ./philosophers, found in execution 12", without a line end.
[[nodiscard]] std::string headline(const Result& result, const SummaryStyle& style);

// The whole report, each line with its line end.
[[nodiscard]] std::string report_of(const Result& result, const SummaryStyle& style);

// One line about several results: "bug: 1 of 3 tests of ./families, 1,234 executions, 0.010 s".
[[nodiscard]] std::string overall(const std::vector<Result>& results, const SummaryStyle& style);

// The pieces of a report that pages show by themselves: "verified with no preemptions"; "MC004
// deadlock"; the line that replays a schedule, or ""; "optimal, no bound: 2 executions, 14 events,
// under 1 ms".
[[nodiscard]] std::string verdict_words(const Result& result);
[[nodiscard]] std::string failure_title(FailureKind kind);
[[nodiscard]] std::string failure_words(const FailureReport& failure);  // with its message's line
[[nodiscard]] std::string replay_command(const std::string& schedule, const SummaryStyle& style);
[[nodiscard]] std::string searched_text(const Result& result);

// What "verified" of all of them rests on: " with at most 1 preemption but for what is suppressed",
// or "". Nothing of other verdicts.
[[nodiscard]] std::string provisos_of(std::span<const Result> results);

// The worst of some results, in the order bug, not repeatable, incomplete, verified.
[[nodiscard]] Verdict worst_verdict(std::span<const Result> results);

}  // namespace mcheck
