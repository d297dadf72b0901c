// SPDX-License-Identifier: MIT
// Runs single schedules, and replays a failure for its report: from the start, with source
// locations captured, so that what is reported is what replays.
#pragma once

#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "dpor/registry.hpp"
#include "engine/host/exploration.hpp"
#include "engine/runtime/machine.hpp"
#include "engine/search/search.hpp"

namespace mcheck {

[[nodiscard]] Behaviour behaviour_of(const options& how);

// Behaviour::reuse_rooms.
[[nodiscard]] std::uint64_t rooms_of(const options& how);

// A result with nothing but the request in it.
[[nodiscard]] Result blank_result(const Subject& subject, const options& how);

// Throws UsageError if there is none of that name.
[[nodiscard]] const StrategyEntry& known_strategy(const std::string& name);

// Throws UsageError if there is none of that name, or if it has no bound.
[[nodiscard]] std::unique_ptr<Strategy> make_strategy(const options& how);

// The choices of the execution, as in a token.
[[nodiscard]] std::vector<std::uint16_t> choices_of(const Execution& execution);

// Runs one schedule. `besides`: the run is auxiliary, not what was asked for.
[[nodiscard]] SearchReport run_once(Machine& machine, Execution& execution, Strategy& strategy,
                                    const options& how, std::optional<std::size_t> stop_at,
                                    FlightRecord* recorder, const Judging& judging = {},
                                    bool besides = false);

struct Searched {
  const Subject& subject;
  const options& how;
  FlightRecord* recorder = nullptr;  // of auxiliary runs; may be null
};

// The same with the options of a search, to learn more about what it found.
[[nodiscard]] SearchReport run_again(const Searched& searched, Machine& machine,
                                     Execution& execution, Strategy& strategy,
                                     const Judging& judging = {});

// The schedule with these choices, as in a token.
[[nodiscard]] Schedule schedule_of(const Searched& searched,
                                   const std::vector<std::uint16_t>& chosen,
                                   const Judging& judging = {});

struct Telling {
  bool source_places = true;
  double seconds = 0;  // to search for a simpler schedule and the decisive pair; 0: do not
  // Asked first, with the failure as found: false, and it is reported like that. May be empty.
  std::function<bool(const FoundFailure& found, const FailureReport& told)> is_wanted{};
};

// The full report of a failure, or why it is not repeatable. Throws UsageError if the program's
// arguments are at fault.
[[nodiscard]] std::variant<FailureReport, std::string> tell_failure(const Searched& searched,
                                                                    Machine& machine,
                                                                    Execution& execution,
                                                                    const FoundFailure& found,
                                                                    const Telling& telling);

// Why nothing is verified if a failure came second in its execution and no schedule shows it alone.
[[nodiscard]] std::string not_shown_alone_text(const FoundFailure& found);

}  // namespace mcheck
