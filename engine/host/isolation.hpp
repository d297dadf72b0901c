// SPDX-License-Identifier: MIT
// Whether a search shares its process with the program, and what is said of it.
#pragma once

#include <string>
#include <vector>

#include "engine/runtime/machine.hpp"
#include "engine/trace/flight_record.hpp"

namespace mcheck {

// Before a search: whoever watches from outside sees where the program is, and that it is looked
// after. Null: nobody watches.
void connect_to_watcher(Machine& machine, FlightRecord* record);

// Before a search: isolates, if that was asked for from the start.
void isolate_if_asked(Machine& machine);

// After a search: isolates, if the program has turned out to need it. True: what was searched is
// worth nothing, and is to be begun again.
[[nodiscard]] bool begins_again(Machine& machine);

// "the program opens files (open at file.c:12): every execution runs in a process of its own".
[[nodiscard]] std::vector<std::string> isolation_remarks(const Machine& machine);

}  // namespace mcheck
