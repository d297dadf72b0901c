// SPDX-License-Identifier: MIT
#include "engine/host/limit_report.hpp"

#include <algorithm>

#include "dpor/registry.hpp"
#include "engine/host/states.hpp"

namespace mcheck {

std::variant<FailureReport, std::string> report_limit(const Searched& searched, Machine& machine,
                                                      Execution& execution,
                                                      const SearchReport& report,
                                                      const Telling& telling) {
  const auto at_steps = std::ranges::find_if(report.limits, [](const FoundFailure& found) {
    return found.failure.kind == FailureKind::kLimitSteps && !found.beyond_bound;
  });
  if (at_steps != report.limits.end()) {
    const auto circle = circle_instead(searched, machine, execution, *at_steps);
    if (circle) return tell_failure(searched, machine, execution, *circle, telling);
  }
  const FoundFailure& first = report.limits.front();
  auto told =
      tell_failure(searched, machine, execution, first, {.source_places = telling.source_places});
  const bool of_time = first.failure.kind == FailureKind::kLimitPatience;
  if (of_time && std::holds_alternative<std::string>(told)) return std::string();
  if (auto* limit = std::get_if<FailureReport>(&told)) limit->occurrences = report.limited;
  return told;
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
  if (!reached_limits || !known_strategy(how.strategy).endless) return strategy.remarks();
  return {how.strategy + ": executions reached a limit: how likely a bug was missed is not known"};
}

void add_limit_of(Result& result, const Result& before, std::uint64_t limited,
                  const SearchReport& later) {
  if (limited == 0 || result.verdict != Verdict::kIncomplete) return;
  result.failures = before.failures;
  result.reason = reason_for_limits(limited + later.limited, result.executions,
                                    later.stop == SearchReport::Stop::kLimits);
}

}  // namespace mcheck
