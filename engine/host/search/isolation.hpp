// SPDX-License-Identifier: MIT
// Whether a search shares its process with the program, and the remarks about it.
#pragma once

#include <string>
#include <vector>

#include "engine/runtime/machine/machine.hpp"
#include "engine/trace/protocol/flight_record.hpp"

namespace mcheck {

// Before a search: lets the observer process see where the program is and that it makes progress.
// Null: there is no observer.
void connect_to_watcher(Machine& machine, FlightRecord* record);

// Before a search: isolates executions if the user asked for it.
void isolate_if_requested(Machine& machine);

// After a search: isolates executions if the program has turned out to need it. True: the results
// are worthless and the search must restart.
[[nodiscard]] bool must_restart(Machine& machine, const Execution& execution);
// Whether the last search found out that threads wait for an atomic
// (engine/search/weak_memory/waited_atomics.hpp).
[[nodiscard]] bool found_waited_atomics(const Execution& execution);

// "the program opens files (open at file.c:12): every execution runs in a process of its own".
[[nodiscard]] std::vector<std::string> isolation_remarks(const Machine& machine);

}  // namespace mcheck
