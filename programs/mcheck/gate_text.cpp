// SPDX-License-Identifier: MIT
#include "programs/mcheck/gate_text.hpp"

#include <algorithm>

#include "engine/base/utf8.hpp"
#include "visualize/palette.hpp"
#include "visualize/summary.hpp"
#include "visualize/words.hpp"

namespace mcheck::command {
namespace {

std::string mark(Standing standing, const Ink& ink) {
  switch (standing) {
    case Standing::kAsWanted: return ink.good("ok    ");
    case Standing::kKnown: return ink.bold("known ");
    case Standing::kWarned: return ink.bold("warn  ");
    case Standing::kFailed: return ink.failure("FAILED");
    case Standing::kBroken: return ink.failure("BROKEN");
  }
  return "";
}

// "verified, 1,024 executions, 0.2 s"
std::string figures(const SuiteCase& each) {
  if (each.results.empty()) return "no verdict";
  std::uint64_t executions = 0;
  for (const Result& result : each.results) executions += result.executions;
  return std::string(name_of(worst_verdict(each.results))) + provisos_of(each.results) + ", " +
         counted(executions, "execution") + ", " +
         (each.cached ? "from the cache" : seconds_text(each.seconds));
}

// The commands that replay the failures, for readers of a CI log, each below its failure. The first
// failure may be printed already.
std::string replays(const SuiteCase& each) {
  std::string text;
  for (const Result& result : each.results) {
    for (const FailureReport& failure : result.failures) {
      if (failure.schedule.empty()) continue;
      const std::string told = failure_words(failure);
      if (!text.empty() || told != each.why) text += "         " + one_line(told) + "\n";
      text += "         mcheck replay " + shell_word(each.program) + " " +
              shell_word(failure.schedule) + "\n";
    }
  }
  return text;
}

}  // namespace

std::string gate_line(const SuiteCase& each, const GateStyle& style) {
  const Ink ink(style.coloured);
  std::string text = "  " + mark(each.standing, ink) + " " +
                     padded(one_line(each.name), style.name_columns) + "  " + figures(each) + "\n";
  if (!each.why.empty()) text += "         " + one_line(each.why) + "\n";
  if (each.standing != Standing::kAsWanted) text += replays(each);
  return text;
}

std::string gate_summary(const Suite& suite, const GateStyle& style) {
  const Ink ink(style.coloured);
  const std::size_t good = count(suite, Standing::kAsWanted);
  std::string text =
      std::to_string(good) + " of " + counted(suite.cases.size(), "kernel") + " as wanted";
  const auto add = [&](Standing standing, const char* word) {
    const std::size_t number = count(suite, standing);
    if (number > 0) text += ", " + std::to_string(number) + " " + word;
  };
  add(Standing::kFailed, "failed");
  add(Standing::kBroken, "broken");
  add(Standing::kKnown, "known");
  add(Standing::kWarned, "not finished");
  const auto cached = std::ranges::count(suite.cases, true, &SuiteCase::cached);
  if (cached > 0) text += ", " + std::to_string(cached) + " from the cache";
  text += "; " + seconds_text(suite.seconds);
  const bool failed = std::ranges::any_of(
      suite.cases, [](const SuiteCase& each) { return is_failure(each.standing); });
  return "gate: " + (failed ? ink.failure(text) : ink.good(text)) + "\n";
}

}  // namespace mcheck::command
