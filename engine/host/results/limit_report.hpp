// SPDX-License-Identifier: MIT
// Reports executions that reached a limit of mcheck (is_limit): the first of them in as much detail
// as a failure, and why nothing is verified then.
//
// An execution that reached --steps may be an infinite one. If a fair cycle can be shown, it is a
// failure and reported as one.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "engine/host/report/report_replay.hpp"

namespace mcheck {

// The first execution that reached --steps within the bound; null: none.
[[nodiscard]] const FoundFailure* step_limit_of(const SearchReport& report);

enum class StepLimitState : std::uint8_t {
  kUnjudged,
  kJudged
};  // judged: no fair cycle explains it

// The report of a limit, or of a failure that replaces it; or why the program does not repeat
// itself. An empty string if the limit is one of time and was not reached again. REQUIRES:
// report.limits is not empty.
[[nodiscard]] std::variant<FailureReport, std::string> report_limit(
    const SearchRequest& request, Machine& machine, Execution& execution,
    const SearchReport& report, StepLimitState step_limit, const ReportOptions& report_options);

// reason_for_limits() of one search.
[[nodiscard]] std::string limits_reason(const SearchReport& report);

// Whether a sample of other executions is worthwhile: executions without a known end prove nothing,
// and there may be many. Not if a thread computes for seconds each time.
[[nodiscard]] bool ends_at_limits(const Result& result, const SearchReport& report);

// Reports the limit that `limited` executions reached in an earlier part of the search, unless the
// later part has found a failure.
void add_earlier_limit(Result& result, const Result& before, std::uint64_t limited,
                       const SearchReport& later);

// The strategy's remarks. A random strategy that reached limits gets its own: the probability that
// a bug was missed follows from the lengths of complete executions only.
[[nodiscard]] std::vector<std::string> strategy_remarks(const Strategy& strategy,
                                                        const options& how, bool reached_limits);

}  // namespace mcheck
