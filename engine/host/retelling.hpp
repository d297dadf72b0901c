// SPDX-License-Identifier: MIT
// Running one schedule, and a failure told by running its schedule again from the start with places
// noted: what is reported is what replays.
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

// Nothing but what was asked for.
[[nodiscard]] Result blank_result(const Subject& subject, const options& how);

// Throws UsageError if there is none of that name.
[[nodiscard]] const StrategyEntry& known_strategy(const std::string& name);

// Throws UsageError: there is none of that name, or it knows no bound.
[[nodiscard]] std::unique_ptr<Strategy> make_strategy(const options& how);

// The choices of the execution, as a token tells them.
[[nodiscard]] std::vector<std::uint16_t> choices_of(const Execution& execution);

// One run of a schedule. `besides`: it is not what was asked for.
[[nodiscard]] SearchReport run_once(Machine& machine, Execution& execution, Strategy& strategy,
                                    const options& how, std::optional<std::size_t> stop_at,
                                    FlightRecord* recorder, const Judging& judging = {},
                                    bool besides = false);

struct Searched {
  const Subject& subject;
  const options& how;
  FlightRecord* recorder = nullptr;  // of what is run besides; may be null
};

// The same, of what has been searched, to tell more of it.
[[nodiscard]] SearchReport run_again(const Searched& searched, Machine& machine,
                                     Execution& execution, Strategy& strategy,
                                     const Judging& judging = {});

// These choices of the subject, as a token holds them.
[[nodiscard]] Schedule schedule_of(const Searched& searched,
                                   const std::vector<std::uint16_t>& chosen,
                                   const Judging& judging = {});

struct Telling {
  bool source_places = true;
  double seconds = 0;  // to look for a plainer schedule, and for where it turns; 0: do not
  // Asked before that, of the failure as it was found: false, and it is told like that. May be
  // empty.
  std::function<bool(const FoundFailure& found, const FailureReport& told)> is_wanted{};
};

// The failure in full, or why it is not repeatable. Throws UsageError if the words that the program
// was given are at fault.
[[nodiscard]] std::variant<FailureReport, std::string> tell_failure(const Searched& searched,
                                                                    Machine& machine,
                                                                    Execution& execution,
                                                                    const FoundFailure& found,
                                                                    const Telling& telling);

// Why nothing is verified where a failure came second in its execution, and no schedule shows it.
[[nodiscard]] std::string not_shown_alone_text(const FoundFailure& found);

}  // namespace mcheck
