// SPDX-License-Identifier: MIT
// Replays the schedule of a conflict pair up to its second access (conflict_search.hpp).
#pragma once

#include <string>
#include <vector>

#include "engine/host/search/exploration.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/trace/results/conflict_list.hpp"

namespace mcheck {

// Runs the schedule to its end and looks for the conflict that it names; from then on the machine
// waits for that conflict. False: the schedule does not lead to it. The program's output is
// discarded.
[[nodiscard]] bool find_conflict(Machine& machine, Execution& execution, const options& how,
                                 const Schedule& schedule);

// The message of an execution that ended at that conflict: "conflict on `queue`: T1 writes in
// std::vector<int>::clear at …; main read … before, and nothing orders them".
[[nodiscard]] std::string conflict_text(const Machine& machine, const Execution& execution,
                                        const std::vector<UserClass>& classes);

}  // namespace mcheck
