// SPDX-License-Identifier: MIT
// Runs single schedules, and replays a failure for its report: from the start, with source
// locations captured, so that what is reported is what replays.
#pragma once

#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "dpor/registry.hpp"
#include "engine/host/search/exploration.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/search/driver/search.hpp"

namespace mcheck {

[[nodiscard]] Behaviour behaviour_of(const options& how);

// Behaviour::reuse_size_classes.
[[nodiscard]] std::uint64_t size_classes_of(const options& how);

// A result with nothing but the request in it.
[[nodiscard]] Result empty_result(const Subject& subject, const options& how);

// Throws UsageError if there is none of that name.
[[nodiscard]] const StrategyEntry& strategy_named(const std::string& name);

// Throws UsageError if there is none of that name, or if it has no bound.
[[nodiscard]] std::unique_ptr<Strategy> make_strategy(const options& how);
[[nodiscard]] inline FairCycleRule fair_cycle_rule(const options& how) {
  return how.allow_endless ? FairCycleRule::kStarvation : FairCycleRule::kProgress;
}

// The choices of the execution, as in a token.
[[nodiscard]] std::vector<std::uint16_t> choices_of(const Execution& execution);

// Runs one schedule. `is_auxiliary`: the run is auxiliary, not what was asked for.
[[nodiscard]] SearchReport run_once(Machine& machine, Execution& execution, Strategy& strategy,
                                    const options& how, std::optional<std::size_t> stop_at,
                                    FlightRecord* recorder,
                                    const ProgressCheck& progress_check = {},
                                    bool is_auxiliary = false);

struct SearchRequest {
  const Subject& subject;
  const options& how;
  FlightRecord* recorder = nullptr;  // of auxiliary runs; may be null
};

// The same with the options of a search, to learn more about what it found.
[[nodiscard]] SearchReport run_again(const SearchRequest& request, Machine& machine,
                                     Execution& execution, Strategy& strategy,
                                     const ProgressCheck& progress_check = {});

// The schedule with these choices, as in a token.
[[nodiscard]] Schedule schedule_of(const SearchRequest& request,
                                   const std::vector<std::uint16_t>& chosen,
                                   const ProgressCheck& progress_check = {});

struct ReportOptions {
  bool source_locations = true;
  double seconds = 0;  // to search for a simpler schedule and the decisive pair; 0: do not
  // Asked first, with the failure as found: false, and it is reported like that. May be empty.
  std::function<bool(const FoundFailure& found, const FailureReport& reported)> is_wanted{};
};

// The full report of a failure, or why it is not repeatable. Throws UsageError if the program's
// arguments are at fault.
[[nodiscard]] std::variant<FailureReport, std::string> replay_for_report(
    const SearchRequest& request, Machine& machine, Execution& execution, const FoundFailure& found,
    const ReportOptions& report_options);

// Why nothing is verified if a failure came second in its execution and no schedule shows it alone.
[[nodiscard]] std::string not_reproduced_alone_text(const FoundFailure& found);

}  // namespace mcheck
