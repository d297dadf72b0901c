// SPDX-License-Identifier: MIT
// What is said of executions that reached a limit of mcheck (is_limit): of the first of them as
// much as of a failure, and why nothing is verified then.
//
// An execution that reached --steps may be one that goes round for ever. Where that can be shown it
// is a failure, and told as one.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "engine/host/retelling.hpp"

namespace mcheck {

// A report of a limit, or of a failure that is shown instead; or why the program does not repeat
// itself. Empty where the limit is one of time, and another time it was not reached.
// REQUIRES: report.limits is not empty.
[[nodiscard]] std::variant<FailureReport, std::string> report_limit(const Searched& searched,
                                                                    Machine& machine,
                                                                    Execution& execution,
                                                                    const SearchReport& report,
                                                                    const Telling& telling);

// reason_for_limits(), of one search.
[[nodiscard]] std::string limits_reason(const SearchReport& report);

// Nothing follows from an execution of which the end is not known, so that there may be many
// others, and a sample of them is worth while: not where a thread computes for so long that it
// takes seconds each time.
[[nodiscard]] bool ends_at_limits(const Result& result, const SearchReport& report);

// Tells of the limit that so many executions reached in an earlier part of the same search, unless
// something has failed in the later one.
void add_limit_of(Result& result, const Result& before, std::uint64_t limited,
                  const SearchReport& later);

// What the strategy has to say of its search. Of one that draws lots and reached limits nothing:
// how likely it would have met a bug follows from lengths of whole executions.
[[nodiscard]] std::vector<std::string> strategy_remarks(const Strategy& strategy,
                                                        const options& how, bool reached_limits);

}  // namespace mcheck
