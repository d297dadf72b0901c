// SPDX-License-Identifier: MIT
#include "programs/mcheck/gate/gate_text.hpp"

#include <algorithm>

#include "engine/base/utf8.hpp"
#include "visualize/model/palette.hpp"
#include "visualize/model/wording.hpp"
#include "visualize/text/report.hpp"

namespace mcheck::command {
namespace {

std::string status_label(CaseStatus status, const TerminalColours& colours) {
  switch (status) {
    case CaseStatus::kAsExpected: return colours.good("ok    ");
    case CaseStatus::kKnown: return colours.bold("known ");
    case CaseStatus::kWarned: return colours.bold("warn  ");
    case CaseStatus::kFailed: return colours.failure("FAILED");
    case CaseStatus::kBroken: return colours.failure("BROKEN");
  }
  return "";
}

// "verified, 1,024 executions, 0.2 s"
std::string statistics_text(const SuiteCase& each) {
  const std::string time = each.cached ? "from the cache" : seconds_text(each.seconds);
  if (each.results.empty()) return verdict_text(each) + (each.verdict.empty() ? "" : ", " + time);
  std::uint64_t executions = 0;
  for (const Result& result : each.results) executions += result.executions;
  return std::string(name_of(worst_verdict(each.results))) + verdict_qualifier(each.results) +
         ", " + counted(executions, "execution") + ", " + time;
}

// The commands that replay the failures, for readers of a CI log, each below its failure. The first
// failure may be printed already.
std::string replay_commands(const SuiteCase& each) {
  std::string text;
  for (const Result& result : each.results) {
    for (const FailureReport& failure : result.failures) {
      if (failure.schedule.empty()) continue;
      const std::string failure_text = failure_words(failure);
      if (!text.empty() || failure_text != each.why)
        text += "         " + one_line(failure_text) + "\n";
      text += "         mcheck replay " + shell_word(each.program) + " " +
              shell_word(failure.schedule) + "\n";
    }
  }
  return text;
}

}  // namespace

std::string gate_line(const SuiteCase& each, const GateStyle& style) {
  const TerminalColours colours(style.coloured);
  std::string text = "  " + status_label(each.status, colours) + " " +
                     padded(one_line(each.name), style.name_columns) + "  " +
                     statistics_text(each) + "\n";
  if (!each.why.empty()) text += "         " + one_line(each.why) + "\n";
  if (each.status != CaseStatus::kAsExpected) text += replay_commands(each);
  return text;
}

std::string gate_summary(const Suite& suite, const GateStyle& style) {
  const TerminalColours colours(style.coloured);
  const std::size_t good = count(suite, CaseStatus::kAsExpected);
  std::string text =
      std::to_string(good) + " of " + counted(suite.cases.size(), "kernel") + " as expected";
  const auto add = [&](CaseStatus status, const char* word) {
    const std::size_t number = count(suite, status);
    if (number > 0) text += ", " + std::to_string(number) + " " + word;
  };
  add(CaseStatus::kFailed, "failed");
  add(CaseStatus::kBroken, "broken");
  add(CaseStatus::kKnown, "known");
  add(CaseStatus::kWarned, "not finished");
  const auto cached = std::ranges::count(suite.cases, true, &SuiteCase::cached);
  if (cached > 0) text += ", " + std::to_string(cached) + " from the cache";
  text += "; " + seconds_text(suite.seconds);
  const bool failed = std::ranges::any_of(
      suite.cases, [](const SuiteCase& each) { return is_failure(each.status); });
  return "gate: " + (failed ? colours.failure(text) : colours.good(text)) + "\n";
}

}  // namespace mcheck::command
