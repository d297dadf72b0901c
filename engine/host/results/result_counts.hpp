// SPDX-License-Identifier: MIT
// The counts and remarks of a Result that say how much was searched.
#pragma once

#include <cstdint>
#include <string>

#include "engine/include/mcheck/explore.hpp"
#include "engine/search/driver/search.hpp"
#include "engine/trace/protocol/commit.hpp"
#include "engine/trace/results/result.hpp"

namespace mcheck {

// Sets the counts of one search. REQUIRES: the execution belongs to it.
void set_counts(Result& result, const SearchReport& report, const Execution& execution);
// Of a stateful search.
void set_state_counts(Result& result, Strategy& strategy);
// Adds the counts of an earlier search.
void add_counts(Result& result, const Result& more);

// The options of a search, or of a shard of it. The caller sets the limits on executions and time.
[[nodiscard]] SearchOptions search_options(const options& how, FlightRecord* recorder);
[[nodiscard]] Counts counts_of(const SearchReport& report, Strategy& strategy);
// The estimated number of all executions; 0: unknown.
[[nodiscard]] double expected_executions(const SearchReport& report, Strategy& strategy);

// Whether the strategy has a bound and left something out because of it.
[[nodiscard]] bool bound_hit(Strategy& strategy);
// "stopped after 12 executions"
[[nodiscard]] std::string stopped_text(SearchReport::Stop stop, double seconds,
                                       std::uint64_t executions);

// "1.5 s"
[[nodiscard]] std::string stop_seconds_text(double seconds);
// The sizes of freed blocks that are reused by choice.
[[nodiscard]] std::string reuse_remark(std::uint64_t size_classes);
// That the budget ended before the search did, and what share of it was searched.
[[nodiscard]] std::string sampled_remark(const Result& all);

}  // namespace mcheck
