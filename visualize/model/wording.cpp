// SPDX-License-Identifier: MIT
#include "visualize/model/wording.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

#include "engine/base/utf8.hpp"

namespace mcheck {
namespace {

std::string formatted(const char* format, double value) {
  std::array<char, 48> buffer{};
  std::snprintf(buffer.data(), buffer.size(), format, value);
  return buffer.data();
}

std::string quoted_name(const std::string& name) {
  return name.empty() ? "" : " `" + plain_name(name) + "`";
}

}  // namespace

std::string step_text(const TraceStep& step) {
  std::string text = one_line(step.operation);
  if (!step.object.empty()) text += " " + plain_name(step.object);
  if (!step.value.empty()) text += (step.object.empty() ? " " : ": ") + plain_name(step.value);
  return text;
}

std::string place_text(const std::string& file, int line) {
  if (file.empty()) return "";
  const std::string name = one_line(file.substr(file.find_last_of('/') + 1));
  return line > 0 ? name + ":" + std::to_string(line) : name;
}

std::string wait_text(const ThreadEnd& end) {
  if (end.operation.empty()) return "waits";
  if (end.operation == "wait") return "waits for" + quoted_name(end.object);
  if (end.operation == "wake up") return "waits for a notify of" + quoted_name(end.object);
  if (end.operation == "join") return "waits for " + one_line(end.object) + " to finish";
  return "waits to " + one_line(end.operation) + quoted_name(end.object);
}

std::string holders_text(const ThreadEnd& end) {
  if (end.operation == "join" || end.holders.empty()) return "";
  std::string text = ", held by ";
  for (std::size_t i = 0; i < end.holders.size(); ++i) {
    if (i > 0) text += i + 1 == end.holders.size() ? " and " : ", ";
    text += one_line(end.holders[i]);
  }
  return text;
}

std::string failure_text(FailureKind kind) {
  switch (kind) {
    case FailureKind::kCheck: return "check failed";
    case FailureKind::kAssertion: return "assertion failed";
    case FailureKind::kException: return "exception not caught";
    case FailureKind::kDeadlock: return "deadlock";
    case FailureKind::kThreadLeak: return "thread not joined";
    case FailureKind::kLivelock: return "livelock";
    case FailureKind::kRequest: return "wrong argument";
    case FailureKind::kMisuse: return "misuse";
    case FailureKind::kRace: return "data race";
    case FailureKind::kUseAfterFree: return "use after free";
    case FailureKind::kCrash: return "crash";
    case FailureKind::kStackOverflow: return "stack overflow";
    case FailureKind::kStepLimit: return "step limit reached";
    case FailureKind::kExit: return "ended the process";
    case FailureKind::kKilled: return "killed";
    case FailureKind::kLostWakeUp: return "lost wake-up";
    case FailureKind::kPartialDeadlock: return "partial deadlock";
    case FailureKind::kSelfDeadlock: return "self-deadlock";
    case FailureKind::kLockOrder: return "lock order";
    case FailureKind::kStarvation: return "starvation";
    case FailureKind::kNotLockFree: return "no progress";
    case FailureKind::kConflict: return "conflict";
    case FailureKind::kDoubleFree: return "double free";
    case FailureKind::kMismatchedFree: return "mismatched free";
    case FailureKind::kHeapOverflow: return "heap overflow";
    case FailureKind::kLeak: return "memory leak";
    case FailureKind::kUninitialised: return "uninitialised read";
    case FailureKind::kDestroyedObject: return "use of a destroyed object";
    case FailureKind::kDeadStack: return "use of a dead stack";
    case FailureKind::kUnmetSchedule: return "schedule not met";
    case FailureKind::kOpenSchedule: return "schedule left open";
    case FailureKind::kNotLinearizable: return "not linearizable";
    case FailureKind::kUnexplainedException: return "unexplained exception";
    case FailureKind::kLimitSteps: return "limit: steps";
    case FailureKind::kLimitPatience: return "limit: patience";
    case FailureKind::kLimitThreads: return "limit: threads";
    case FailureKind::kLimitHeap: return "limit: heap";
    case FailureKind::kLimitChoices: return "limit: choices";
  }
  return "failure";
}

std::string failure_noun(FailureKind kind) {
  switch (kind) {
    case FailureKind::kCheck: return "failed check";
    case FailureKind::kAssertion: return "failed assertion";
    case FailureKind::kException: return "uncaught exception";
    case FailureKind::kDeadlock: return "deadlock";
    case FailureKind::kThreadLeak: return "thread leak";
    case FailureKind::kLivelock: return "livelock";
    case FailureKind::kRequest: return "wrong argument";
    case FailureKind::kMisuse: return "misuse";
    case FailureKind::kRace: return "data race";
    case FailureKind::kUseAfterFree: return "use after free";
    case FailureKind::kCrash: return "crash";
    case FailureKind::kStackOverflow: return "stack overflow";
    case FailureKind::kStepLimit: return "execution without end";
    case FailureKind::kExit: return "process exit";
    case FailureKind::kKilled: return "process killed";
    case FailureKind::kLostWakeUp: return "lost wake-up";
    case FailureKind::kPartialDeadlock: return "partial deadlock";
    case FailureKind::kSelfDeadlock: return "self-deadlock";
    case FailureKind::kLockOrder: return "lock-order inversion";
    case FailureKind::kStarvation: return "starvation";
    case FailureKind::kNotLockFree: return "missing progress";
    case FailureKind::kConflict: return "conflict";
    case FailureKind::kDoubleFree: return "double free";
    case FailureKind::kMismatchedFree: return "mismatched free";
    case FailureKind::kHeapOverflow: return "heap overflow";
    case FailureKind::kLeak: return "memory leak";
    case FailureKind::kUninitialised: return "uninitialised read";
    case FailureKind::kDestroyedObject: return "use of a destroyed object";
    case FailureKind::kDeadStack: return "use of a dead stack";
    case FailureKind::kUnmetSchedule: return "impossible schedule";
    case FailureKind::kOpenSchedule: return "open schedule";
    case FailureKind::kNotLinearizable: return "results that no order of the calls gives";
    case FailureKind::kUnexplainedException: return "exception that no order of the calls explains";
    case FailureKind::kLimitSteps: return "limit on steps reached";
    case FailureKind::kLimitPatience: return "limit on patience reached";
    case FailureKind::kLimitThreads: return "limit on threads reached";
    case FailureKind::kLimitHeap: return "limit on the heap reached";
    case FailureKind::kLimitChoices: return "limit on choices reached";
  }
  return "failure";
}

bool is_stuck(const FailureReport& failure) {
  const bool others_continue =
      failure.kind == FailureKind::kStarvation || failure.kind == FailureKind::kNotLockFree;
  return is_execution_wide(failure.kind) && !others_continue;
}

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t from_end = 3; from_end < digits.size(); from_end += 4) {
    digits.insert(digits.size() - from_end, 1, ',');
  }
  return digits;
}

std::string counted(std::uint64_t number, std::string_view noun) {
  return grouped(number) + " " + std::string(noun) + (number == 1 ? "" : "s");
}

std::string seconds_text(double seconds) {
  if (seconds < 0.001) return "under 1 ms";
  if (seconds < 1) return formatted("%.3f s", seconds);
  if (seconds < 60) return formatted("%.1f s", seconds);
  const auto whole = static_cast<std::uint64_t>(seconds);
  return grouped(whole / 60) + " min " + std::to_string(whole % 60) + " s";
}

std::string rate_text(std::uint64_t executions, double seconds) {
  if (executions < 10 || seconds <= 0) return "";
  const double rate = static_cast<double>(executions) / seconds;
  const double unit = std::pow(10, std::max(0.0, std::floor(std::log10(rate)) - 1));
  const double rounded = std::round(rate / unit) * unit;
  return grouped(static_cast<std::uint64_t>(rounded)) + " a second";
}

std::string approximate(double number) {
  const double digits = std::floor(std::log10(std::max(number, 1.0)));
  const double unit = std::pow(10, std::max(0.0, digits - 1));
  const double rounded = std::ceil(number / unit) * unit;
  constexpr double kMaxExact = 1e18;
  return rounded < kMaxExact ? grouped(static_cast<std::uint64_t>(rounded))
                             : formatted("%.1e", rounded);
}

std::string approximate_seconds(double seconds) {
  constexpr std::pair<double, const char*> kUnits[] = {
      {1, " s"}, {60, " min"}, {3600, " h"}, {86400, " days"}};
  const char* name = kUnits[0].second;
  double unit = 1;
  for (const auto& [size, text] : kUnits) {
    if (seconds < 2 * size) break;
    unit = size;
    name = text;
  }
  return approximate(std::max(1.0, std::round(seconds / unit))) + name;
}

std::string approximate_percent(double share) {
  const double percent = std::clamp(share * 100, 0.0, 99.0);
  return formatted(percent >= 1 ? "%.0f%%" : "%.2g%%", percent);
}

std::string shell_word(const std::string& word) {
  const bool plain = word.find_first_not_of(
                         "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                         "_-./=:,+@%~") == std::string::npos;
  if (plain && !word.empty() && word[0] != '~') return word;
  std::string quoted = "'";
  for (const char c : word) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return one_line(quoted + "'");
}

std::string bound_text(const Result& result) {
  const std::string noun = bound_noun(result);
  if (result.bound < 0) return "no bound";
  if (result.bound == 0) return "no " + noun + "s";
  return "at most " + counted(static_cast<std::uint64_t>(result.bound), noun);
}

}  // namespace mcheck
