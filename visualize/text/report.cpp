// SPDX-License-Identifier: MIT
#include "visualize/text/report.hpp"

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "engine/base/utf8.hpp"
#include "engine/trace/failures/failure_id.hpp"
#include "visualize/model/column_layout.hpp"
#include "visualize/model/palette.hpp"
#include "visualize/model/wording.hpp"
#include "visualize/text/failure_section.hpp"
#include "visualize/text/final_states.hpp"
#include "visualize/text/search_size.hpp"

namespace mcheck {
namespace {

std::string verdict_label(Verdict verdict) {
  return verdict == Verdict::kNotRepeatable ? "not repeatable" : name_of(verdict);
}

std::string painted(const TerminalColours& colours, Verdict verdict, const std::string& text) {
  switch (verdict) {
    case Verdict::kVerified: return colours.good(text);
    case Verdict::kBug:
    case Verdict::kNotRepeatable: return colours.failure(text);
    case Verdict::kIncomplete: return colours.bold(text);
  }
  return text;
}

// "./philosophers", or "test rmw 3 3 of ./families" if the test has its own name.
std::string test_name(const Result& result, const ReportStyle& style) {
  const bool named = !result.test.empty() && result.test != result.program;
  std::string text = named ? "test " + one_line(result.test) : "";
  std::string arguments;
  for (const std::string& argument : result.arguments) arguments += " " + shell_word(argument);
  if (named) return text + arguments + " of " + one_line(style.program);
  return one_line(style.program) + arguments;
}

// ", found in execution 12"
std::string execution_text(const FailureReport& failure, const ReportStyle& style) {
  if (style.replayed) return ", replayed";
  return failure.execution == 0 ? "" : ", found in execution " + grouped(failure.execution);
}

std::string labelled(const std::string& label, const std::string& text) {
  constexpr std::size_t kLabel = 10;
  const std::string lines = paragraphs(text, kLabel);
  return label + (lines.empty() ? "\n" : lines.substr(std::min(columns_of(label), kLabel)));
}

std::string replay_line(const char* label, const std::string& schedule, const ReportStyle& style) {
  const std::string command = replay_command(schedule, style);
  return command.empty() ? "" : label + command + "\n";
}

std::string replay_lines(const FailureReport& failure, const ReportStyle& style) {
  const std::string own = replay_line("replay:   ", failure.schedule, style);
  return failure.decisive_step
             ? own + replay_line("passing:  ", failure.decisive_step->schedule, style)
             : own;
}

// One line for each kind of failure: the command that explains it.
std::string explain_lines(const Result& result) {
  std::vector<std::string> ids;
  for (const FailureReport& failure : result.failures) ids.emplace_back(id_of(failure.kind));
  if (ids.empty()) ids.emplace_back(id_of(result));
  for (const Warning& warning : result.warnings) ids.emplace_back(id_of(warning.kind));
  std::string lines;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const bool is_repeated = std::find(ids.begin(), ids.begin() + static_cast<int>(i), ids[i]) !=
                             ids.begin() + static_cast<int>(i);
    if (!ids[i].empty() && !is_repeated) lines += "explain:  mcheck explain " + ids[i] + "\n";
  }
  return lines;
}

// ", 4,511 classes": of executions that differ in more than the order of independent steps.
// Strategies that run one execution per class do not count them.
std::string classes(const Result& result) {
  if (result.classes == 0 || result.executions < 2) return "";
  const char* least = result.classes == kMaxClasses ? "at least " : "";
  return ", " + (least + grouped(result.classes)) + (result.classes == 1 ? " class" : " classes");
}

// What the search is made of: states and transitions, or executions.
std::string counted_search(const Result& result) {
  if (result.states == 0) return counted(result.executions, "execution");
  return counted(result.states, "state") + ", " + counted(result.transitions, "transition");
}

std::string search_text(const Result& result) {
  std::string text = result.strategy.empty() ? "" : one_line(result.strategy) + ", ";
  if (result.weak_memory) text += "memory rc11, ";
  text += bound_text(result) + ": " + counted_search(result) + classes(result);
  if (result.redundant > 0 && result.states == 0)
    text += " (" + grouped(result.redundant) + " of them redundant)";
  text += ", " + counted(result.events, "event") + ", " + seconds_text(result.seconds);
  const std::string rate =
      rate_text(result.states == 0 ? result.executions : result.states, result.seconds);
  if (!rate.empty()) text += ", " + rate;
  const auto executions = static_cast<double>(result.executions);
  const bool unfinished = result.verdict == Verdict::kIncomplete;
  if (unfinished && result.expected_executions > executions) {
    text += ", about " + approximate_percent(executions / result.expected_executions) + " explored";
  }
  return text;
}

std::string listed(const char* label, const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) out += labelled(out.empty() ? label : "", line);
  return out;
}

std::string assumptions_text(const std::vector<std::string>& assumptions) {
  std::vector<std::string> lines;
  for (const std::string& assumption : assumptions) lines.push_back(plain_name(assumption));
  return listed("assumed:", lines);
}

// Without repetition, in the order of the tests.
std::string common_assumptions(const std::vector<Result>& results) {
  std::vector<std::string> all;
  for (const Result& result : results) {
    for (const std::string& assumption : result.assumptions) {
      if (std::ranges::find(all, assumption) == all.end()) all.push_back(assumption);
    }
  }
  return assumptions_text(all);
}

std::vector<std::string> suppressed_lines(const Result& result) {
  std::vector<std::string> lines;
  for (const Suppressed& each : result.suppressed) {
    lines.push_back(each.by + ", " + counted(each.count, "time"));
  }
  return lines;
}

// Only a verbose report says which of two strategies `optimal` selected.
std::vector<std::string> remarks_for(const Result& result, const ReportStyle& style) {
  std::vector<std::string> remarks;
  for (const std::string& remark : result.remarks) {
    if (style.verbose || !remark.starts_with("optimal uses ")) remarks.push_back(remark);
  }
  const std::vector<std::string> unreached = unreached_lines(result);
  remarks.insert(remarks.end(), unreached.begin(), unreached.end());
  return remarks;
}

std::string size_part(const Result& result, const ReportStyle& style) {
  if (!style.verbose && result.verdict != Verdict::kIncomplete) return "";
  return listed("size:", size_lines(result)) + listed("smaller:", size_hints(result));
}

std::string search_part(const Result& result, const ReportStyle& style) {
  std::vector<std::string> warnings;
  for (const Warning& warning : result.warnings) {
    warnings.push_back(failure_noun(warning.kind) + ": " + warning.message);
  }
  return listed("warnings:", warnings) + labelled("searched:", search_text(result)) +
         size_part(result, style) + listed("remarks:", remarks_for(result, style)) +
         listed("ignored:", suppressed_lines(result)) + assumptions_text(result.assumptions);
}

std::string bug_headline(const Result& result, const ReportStyle& style) {
  if (result.failures.empty()) return "in " + test_name(result, style);
  const FailureReport& first = result.failures.front();
  const auto failures = static_cast<std::uint64_t>(std::ranges::count_if(
      result.failures, [](const FailureReport& failure) { return !is_limit(failure.kind); }));
  if (failures == 1) {
    return failure_title(first.kind) + " in " + test_name(result, style) +
           execution_text(first, style);
  }
  return counted(failures, "failure") + " in " + test_name(result, style) +
         ", the first in execution " + grouped(first.execution);
}

constexpr const char* kForSome = "for_some";

std::string verified_headline(const Result& result, const ReportStyle& style) {
  if (result.quantifier == kForSome) {
    return test_name(result, style) + ", execution " + grouped(result.executions) + " passes" +
           followed_text(result);
  }
  std::string text = test_name(result, style) + ", " + counted_search(result);
  if (result.bound < 0) text += ", no bound";
  if (result.bound >= 0 && !result.bound_hit) text += ", the bound left nothing out";
  return text + followed_text(result);
}

std::string incomplete_headline(const Result& result, const ReportStyle& style) {
  const bool limited = !result.failures.empty();
  const std::string text = (limited ? failure_title(result.failures.front().kind) + " in " : "") +
                           test_name(result, style);
  if (style.replayed) return text + (limited ? ", replayed" : ", no failure with this schedule");
  return text + ", no bug in " + counted_search(result);
}

std::string after_verdict(const Result& result, const ReportStyle& style) {
  switch (result.verdict) {
    case Verdict::kVerified: return verified_headline(result, style);
    case Verdict::kBug: return bug_headline(result, style);
    case Verdict::kIncomplete: return incomplete_headline(result, style);
    case Verdict::kNotRepeatable:
      return std::string(kNotRepeatableId) + " in " + test_name(result, style);
  }
  return "";
}

// The reason is the failure's message, which follows anyway.
bool reason_repeats_failure(const Result& result) {
  return !result.failures.empty() && result.reason == result.failures.front().message;
}

}  // namespace

std::vector<std::string> unreached_lines(const Result& result) {
  std::vector<std::string> lines;
  for (const std::string& sentence : result.unreached) lines.push_back("schedule: " + sentence);
  return lines;
}

// The verdict is about more executions than those that the schedule means, or about fewer than
// those that were run.
std::string followed_text(const Result& result) {
  std::string text;
  if (!result.unreached.empty())
    text += ", " + counted(result.unreached.size(), "part") + " of the schedule not reached";
  if (result.unfollowed == 0 || result.quantifier == kForSome) return text;
  return text + ", " +
         (result.unfollowed == result.executions
              ? "none of them follows the schedule"
              : grouped(result.unfollowed) + " of them cannot follow the schedule");
}

std::string failure_title(FailureKind kind) {
  const std::string id = id_of(kind);
  return (id.empty() ? "" : id + " ") + failure_noun(kind);
}

std::string failure_words(const FailureReport& failure) {
  const std::string message = failure.message.substr(0, failure.message.find('\n'));
  return failure_title(failure.kind) + (message.empty() ? "" : ": " + message);
}

std::string replay_command(const std::string& schedule, const ReportStyle& style) {
  if (schedule.empty()) return "";
  return "mcheck replay " + shell_word(style.program) + " " + shell_word(schedule) +
         (style.suppressions.empty() ? "" : " --suppressions " + shell_word(style.suppressions)) +
         (style.schedule.empty() ? "" : " --schedule " + shell_word(style.schedule));
}

std::string searched_text(const Result& result) { return search_text(result); }

std::string verdict_words(const Result& result) {
  return verdict_label(result.verdict) + verdict_qualifier({&result, 1});
}

std::string headline(const Result& result, const ReportStyle& style) {
  const TerminalColours colours(style.coloured);
  return painted(colours, result.verdict, verdict_words(result) + ":") + " " +
         after_verdict(result, style);
}

std::string report_of(const Result& result, const ReportStyle& style) {
  const TerminalColours colours(style.coloured);
  std::string out = headline(result, style) + "\n";
  if (style.brief) {
    for (const FailureReport& failure : result.failures) {
      out += replay_line("replay:   ", failure.schedule, style);
    }
    // Without events a remark explains why there were none.
    for (const std::string& line :
         result.events > 0 ? unreached_lines(result) : remarks_for(result, style))
      out += paragraphs(line, 2);
    return out;
  }
  if (!reason_repeats_failure(result)) out += paragraphs(result.reason, 2);
  for (std::size_t i = 0; i < result.failures.size(); ++i) {
    const FailureReport& failure = result.failures[i];
    if (result.failures.size() > 1) {
      const std::string which = is_limit(failure.kind)
                                    ? "no failure"
                                    : "failure " + std::to_string(i + 1) + " of " +
                                          std::to_string(result.failures.size());
      out += "\n" + colours.bold(which + ": " + failure_title(failure.kind)) +
             execution_text(failure, style) + "\n";
    }
    out += failure_section(failure, {.coloured = style.coloured, .full = style.full}) + "\n" +
           replay_lines(failure, style);
  }
  if (result.failures.empty() && result.verdict == Verdict::kNotRepeatable) out += "\n";
  out += explain_lines(result);
  if (style.replayed) return out;
  out += (result.failures.empty() ? "\n" : "") + search_part(result, style);
  if (style.final_states && result.final_states)
    out += "\n" + final_states_text(*result.final_states);
  return out;
}

Verdict worst_verdict(std::span<const Result> results) {
  for (const Verdict verdict : {Verdict::kBug, Verdict::kNotRepeatable, Verdict::kIncomplete}) {
    for (const Result& result : results) {
      if (result.verdict == verdict) return verdict;
    }
  }
  return Verdict::kVerified;
}

std::string verdict_qualifier(std::span<const Result> results) {
  if (worst_verdict(results) != Verdict::kVerified) return "";
  const auto bounded = std::ranges::find(results, true, &Result::bound_hit);
  std::string text = results.size() == 1 ? results.front().quantifier : "";
  if (!text.empty()) text = " " + text;
  if (bounded != results.end()) text += " with " + bound_text(*bounded);
  if (std::ranges::any_of(results, rests_on_suppressions)) text += " but for what is suppressed";
  return text;
}

std::string overall(const std::vector<Result>& results, const ReportStyle& style) {
  const TerminalColours colours(style.coloured);
  const Verdict worst = worst_verdict(results);
  std::uint64_t executions = 0;
  double seconds = 0;
  std::uint64_t with_worst_verdict = 0;
  for (const Result& result : results) {
    executions += result.executions;
    seconds += result.seconds;
    with_worst_verdict += result.verdict == worst ? 1 : 0;
  }
  return painted(colours, worst, verdict_label(worst) + verdict_qualifier(results) + ":") + " " +
         grouped(with_worst_verdict) + " of " + counted(results.size(), "test") + " of " +
         one_line(style.program) + ", " + counted(executions, "execution") + ", " +
         seconds_text(seconds) + "\n" +
         (worst == Verdict::kVerified ? common_assumptions(results) : "");
}

}  // namespace mcheck
