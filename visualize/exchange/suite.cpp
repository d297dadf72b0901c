// SPDX-License-Identifier: MIT
#include "visualize/exchange/suite.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <utility>

#include "engine/base/fingerprint.hpp"
#include "engine/trace/failures/failure_id.hpp"
#include "visualize/model/wording.hpp"
#include "visualize/text/report.hpp"

namespace mcheck {
namespace {

// "at queue.cpp:14; 3 of 7" → "at queue.cpp; # of #": lines move, and numbers depend on the
// schedule.
std::string without_numbers(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool digit = std::isdigit(static_cast<unsigned char>(text[i])) != 0;
    if (!digit) out += text[i];
    if (digit && (out.empty() || out.back() != '#')) out += '#';
  }
  return out;
}

// 32 digits computed from all parts.
std::string hexadecimal(const std::vector<std::string>& parts) {
  Fingerprint combined = fingerprint(parts.front());
  for (std::size_t i = 1; i < parts.size(); ++i) combined = combined.then(fingerprint(parts[i]));
  std::array<char, 33> digits{};
  std::snprintf(digits.data(), digits.size(), "%016llx%016llx",
                static_cast<unsigned long long>(combined.high),
                static_cast<unsigned long long>(combined.low));
  return digits.data();
}

// Threads of one function are interchangeable: the schedule decides which of them is involved.
std::vector<std::string> failure_parts(const FailureReport& failure) {
  std::vector<std::string> parts;
  for (const ThreadEnd& end : failure.threads) {
    const bool stuck = end.state == "blocked" && is_stuck(failure);
    if (end.state != "failed" && !stuck) continue;
    parts.push_back(end.function + " " + end.operation + " " + without_numbers(end.object));
  }
  for (const ReportedStack& stack : failure.stacks) {
    if (!stack.frames.empty()) parts.push_back("in " + stack.frames.front().function);
  }
  std::ranges::sort(parts);
  parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
  return parts;
}

}  // namespace

bool is_failure(CaseStatus status) {
  return status == CaseStatus::kFailed || status == CaseStatus::kBroken;
}

std::size_t count(const Suite& suite, CaseStatus status) {
  return static_cast<std::size_t>(std::ranges::count(suite.cases, status, &SuiteCase::status));
}

const char* name_of(CaseStatus status) {
  switch (status) {
    case CaseStatus::kAsExpected: return "as expected";
    case CaseStatus::kKnown: return "known";
    case CaseStatus::kWarned: return "warned";
    case CaseStatus::kFailed: return "failed";
    case CaseStatus::kBroken: return "broken";
  }
  return "";
}

std::string verdict_text(const SuiteCase& each) {
  if (each.results.empty()) return each.verdict.empty() ? "no verdict" : each.verdict;
  const Verdict verdict = worst_verdict(each.results);
  std::string ids;  // without repetition
  const auto add = [&ids](const std::string& id) {
    if (id.empty() || ids.find(id) != std::string::npos) return;
    ids += (ids.empty() ? " " : ", ") + id;
  };
  for (const Result& result : each.results) {
    if (result.verdict != verdict) continue;
    for (const FailureReport& failure : result.failures) add(id_of(failure.kind));
    if (result.failures.empty()) add(id_of(result));
  }
  std::string followed;
  for (const Result& result : each.results) {
    if (result.verdict == verdict && followed.empty()) followed = followed_text(result);
  }
  return name_of(verdict) + verdict_qualifier(each.results) + ids + followed;
}

std::string schedule_caveat(const Result& result) {
  const bool is_reported = std::ranges::find(result.failures, FailureKind::kUnmetSchedule,
                                             &FailureReport::kind) != result.failures.end();
  std::string text = followed_text(result);
  if (text.empty() || is_reported) return "";
  text.erase(0, 2);  // ", "
  for (const std::string& line : unreached_lines(result)) text += "\n" + line;
  return text;
}

std::string suite_status_text(const Suite& suite) {
  const std::size_t failed = count(suite, CaseStatus::kFailed) + count(suite, CaseStatus::kBroken);
  const std::string cases = counted(suite.cases.size(), "case");
  return (failed == 0 ? "All " + cases + " as expected"
                      : std::to_string(failed) + " of " + cases + " not as expected") +
         ", " + seconds_text(suite.seconds);
}

Suite suite_of(const std::string& program, std::vector<Result> results) {
  Suite suite{.name = program};
  for (Result& result : results) {
    SuiteCase each{.name = result.test.empty() ? result.program : result.test,
                   .program = program,
                   .executable = program};
    for (const std::string& word : result.arguments) each.name += " " + word;
    each.seconds = result.seconds;
    if (result.verdict != Verdict::kVerified) {
      each.status = CaseStatus::kFailed;
      each.why = headline(result, {.program = program});
    }
    suite.seconds += result.seconds;
    each.results.push_back(std::move(result));
    suite.cases.push_back(std::move(each));
  }
  return suite;
}

std::string identity_of(const Result& result, const FailureReport& failure) {
  std::vector<std::string> parts = {"mcheck failure 1", id_of(failure.kind), result.program,
                                    result.test};
  // When and where the watchdog detects a hang depends on the load of the machine.
  if (failure.kind == FailureKind::kLimitPatience) return hexadecimal(parts);
  parts.push_back(without_numbers(failure.message));
  for (std::string& part : failure_parts(failure)) parts.push_back(std::move(part));
  return hexadecimal(parts);
}

std::string identity_of(const Result& result, const Warning& warning) {
  std::vector<std::string> parts = {"mcheck warning 1", id_of(warning.kind), result.program,
                                    result.test};
  for (const std::string& object : warning.objects) parts.push_back(without_numbers(object));
  for (const WarningPlace& place : warning.places) {
    parts.push_back(place.function + " " + without_numbers(place.what));
  }
  return hexadecimal(parts);
}

FailurePlace place_of(const FailureReport& failure) {
  for (const ThreadEnd& end : failure.threads) {
    if (end.state == "failed" && !end.file.empty()) return {end.file, end.line, end.function};
  }
  for (const ReportedStack& stack : failure.stacks) {
    if (stack.frames.empty() || stack.frames.front().file.empty()) continue;
    const StackFrame& frame = stack.frames.front();
    return {frame.file, frame.line, frame.function};
  }
  for (const ThreadEnd& end : failure.threads) {
    if (end.state == "blocked" && !end.file.empty()) return {end.file, end.line, end.function};
  }
  for (auto step = failure.trace.rbegin(); step != failure.trace.rend(); ++step) {
    if (!step->file.empty()) return {step->file, step->line, step->function};
  }
  return {};
}

}  // namespace mcheck
