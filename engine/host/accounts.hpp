// SPDX-License-Identifier: MIT
// What a result says of how much was searched, and of how it went.
#pragma once

#include <cstdint>
#include <string>

#include "engine/include/mcheck/explore.hpp"
#include "engine/search/search.hpp"
#include "engine/trace/commit.hpp"
#include "engine/trace/result.hpp"

namespace mcheck {

// What one search did. REQUIRES: the execution is one of it.
void count(Result& result, const SearchReport& report, const Execution& execution);
// And what was done besides, in searches before.
void add_counts(Result& result, const Result& more);

// How an exploration, or a part of it, is done; executions and time are counted by the caller.
[[nodiscard]] SearchOptions search_options(const options& how, FlightRecord* recorder);
[[nodiscard]] Counts counts_of(const SearchReport& report, Strategy& strategy);
// In all, as far as one can tell; 0: no idea.
[[nodiscard]] double expected_executions(const SearchReport& report, Strategy& strategy);

// Whether the strategy has a bound, and left something out because of it.
[[nodiscard]] bool bound_hit(Strategy& strategy);
// "stopped after 12 executions"
[[nodiscard]] std::string stopped_text(SearchReport::Stop stop, double seconds,
                                       std::uint64_t executions);

// "1.5 s"
[[nodiscard]] std::string seconds_told(double seconds);
// Of which sizes freed blocks were had again.
[[nodiscard]] std::string reuse_remark(std::uint64_t rooms);
// That the budget did not last for all, of which this was done.
[[nodiscard]] std::string sampled_remark(const Result& all);

}  // namespace mcheck
