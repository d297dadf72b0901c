// SPDX-License-Identifier: MIT
#include "engine/trace/results/result.hpp"

#include <algorithm>
#include <string_view>

#include "engine/trace/failures/known_faults.hpp"

namespace mcheck {

const char* name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::kVerified: return "verified";
    case Verdict::kBug: return "bug";
    case Verdict::kIncomplete: return "incomplete";
    case Verdict::kNotRepeatable: return "not-repeatable";
  }
  return "incomplete";
}

int exit_code(Verdict verdict) {
  switch (verdict) {
    case Verdict::kVerified: return 0;
    case Verdict::kBug: return 1;
    case Verdict::kIncomplete: return 3;
    case Verdict::kNotRepeatable: return 4;
  }
  return 3;
}

void add_schedule_use(Result& result, const ScheduleUse& use) {
  result.unreached = use.unreached();
  for (const std::string& sentence : use.ambiguous())
    result.remarks.push_back("schedule: " + sentence);
}

std::string reason_if_nothing_checked(std::uint64_t cut_off, std::uint64_t unmet) {
  const std::string reason = "no execution was completed";
  if (unmet > 0) return reason + ": gates kept threads waiting for ever";
  return cut_off == 0 ? reason : reason + ": an assumption was false in each of them";
}

std::string unmet_remark(std::uint64_t unmet, std::uint64_t executions, const std::string& first) {
  if (unmet == 0) return "";
  return "gates: " + std::to_string(unmet) + " of " + std::to_string(executions) +
         " executions cannot follow the schedule to the end, and prove nothing" +
         (first.empty() ? "" : "; in the first, " + first);
}

bool has_failed(const Result& result) {
  return std::ranges::any_of(result.failures,
                             [](const FailureReport& failure) { return !is_limit(failure.kind); });
}

std::string reason_for_limits(std::uint64_t limited, std::uint64_t executions, bool stopped) {
  const std::string all = std::to_string(std::max(executions, limited));
  return std::to_string(limited) + " of " + all + (all == "1" ? " execution" : " executions") +
         " reached a limit of mcheck, so what comes after it is unknown" +
         (stopped ? ": the search stopped there (--keep-going continues it)" : "");
}

namespace {

// Whether threads of the failure wait for all objects of the warning.
bool has_occurred(const Warning& warning, const FailureReport& failure) {
  if (!is_execution_wide(failure.kind)) return false;
  return std::ranges::all_of(warning.objects, [&](const std::string& object) {
    return std::ranges::find(failure.threads, object, &ThreadEnd::object) != failure.threads.end();
  });
}

}  // namespace

void drop_resolved_warnings(Result& result) {
  const bool none_fails = result.verdict == Verdict::kVerified && !result.bound_hit;
  std::erase_if(result.warnings, [&](const Warning& warning) {
    if (warning.kind != FailureKind::kLockOrder) return false;  // true whatever fails
    if (none_fails) return true;
    return std::ranges::any_of(result.failures, [&](const FailureReport& failure) {
      return has_occurred(warning, failure);
    });
  });
}

const char* bound_noun(const Result& result) {
  return result.strategy == "delay" ? "delay" : "preemption";
}

std::string assumed_harmless(const std::string& suppression) {
  const std::string_view library = library_at_fault(suppression);
  return "suppressed failures are harmless: " + suppression +
         (library.empty() ? "" : " (a fault of " + std::string(library) + ")");
}

bool rests_on_suppressions(const Result& result) {
  return std::ranges::any_of(result.assumptions, [](const std::string& assumption) {
    return assumption.starts_with(assumed_harmless(""));
  });
}

}  // namespace mcheck
