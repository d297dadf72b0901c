// SPDX-License-Identifier: MIT
// Puts the schedule file of a search into force.
#pragma once

#include <string>
#include <vector>

#include "engine/include/mcheck/explore.hpp"
#include "engine/model/forced_schedule.hpp"

namespace mcheck {

// Patches the program at the locations of the file; without one, what is patched has no effects. A
// self-check explores, too: call this after it. Throws UsageError.
void force_schedule_file(const options& how);
// The same in one of several processes that share a search. They judge for_all only. Throws
// UsageError.
void force_shared_schedule_file(const options& how);

// Whether the file says `impossible passes`: it is no bug if no execution can follow it.
[[nodiscard]] bool impossible_schedule_passes();

// What is claimed of the executions that follow the schedule: by the options, or else by the file.
[[nodiscard]] quantifier quantifier_of(const options& how);

// Why the program cannot be said to pass although no execution can follow the file: the objects
// that it names, and that no thread has used; empty if there are none.
[[nodiscard]] std::string unknown_objects_reason();

}  // namespace mcheck
