// SPDX-License-Identifier: MIT
#include "engine/host/results/limit_report.hpp"

#include <algorithm>

#include "dpor/registry.hpp"
#include "engine/host/search/progress_check.hpp"

namespace mcheck {

const FoundFailure* step_limit_of(const SearchReport& report) {
  const auto found = std::ranges::find_if(report.limits, [](const FoundFailure& limit) {
    return limit.failure.kind == FailureKind::kLimitSteps && !limit.beyond_bound;
  });
  return found == report.limits.end() ? nullptr : &*found;
}

std::variant<FailureReport, std::string> report_limit(const SearchRequest& request,
                                                      Machine& machine, Execution& execution,
                                                      const SearchReport& report,
                                                      StepLimitState step_limit,
                                                      const ReportOptions& report_options) {
  const FoundFailure* at_step_limit = step_limit_of(report);
  if (at_step_limit != nullptr && step_limit == StepLimitState::kUnjudged) {
    const auto fair_cycle = find_fair_cycle(request, machine, execution, *at_step_limit);
    if (fair_cycle)
      return replay_for_report(request, machine, execution, *fair_cycle, report_options);
  }
  const FoundFailure& first = report.limits.front();
  auto reported = replay_for_report(request, machine, execution, first,
                                    {.source_locations = report_options.source_locations});
  const bool is_time_limit = first.failure.kind == FailureKind::kLimitPatience;
  if (is_time_limit && std::holds_alternative<std::string>(reported)) return std::string();
  if (auto* limit = std::get_if<FailureReport>(&reported)) limit->occurrences = report.limited;
  return reported;
}

std::string limits_reason(const SearchReport& report) {
  return reason_for_limits(report.limited, report.executions,
                           report.stop == SearchReport::Stop::kLimits);
}

bool ends_at_limits(const Result& result, const SearchReport& report) {
  return result.verdict == Verdict::kIncomplete && report.limited > 0 &&
         report.limit_cost == report.limited;
}

std::vector<std::string> strategy_remarks(const Strategy& strategy, const options& how,
                                          bool reached_limits) {
  if (!reached_limits || !strategy_named(how.strategy).endless) return strategy.remarks();
  return {how.strategy + ": executions reached a limit: how likely a bug was missed is not known"};
}

void add_earlier_limit(Result& result, const Result& before, std::uint64_t limited,
                       const SearchReport& later) {
  if (limited == 0 || result.verdict != Verdict::kIncomplete) return;
  result.failures = before.failures;
  result.reason = reason_for_limits(limited + later.limited, result.executions,
                                    later.stop == SearchReport::Stop::kLimits);
}

}  // namespace mcheck
