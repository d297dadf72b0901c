// SPDX-License-Identifier: MIT
// The schedule of a pair, run again up to its second access (conflict_search.hpp).
#pragma once

#include <string>
#include <vector>

#include "engine/host/exploration.hpp"
#include "engine/runtime/machine.hpp"
#include "engine/trace/conflict_list.hpp"

namespace mcheck {

// Runs the schedule to its end and looks there for the conflict that it names: from then on the
// machine waits for that. False: it does not lead there. What the program prints is in vain.
[[nodiscard]] bool find_conflict(Machine& machine, Execution& execution, const options& how,
                                 const Schedule& schedule);

// Of an execution that ended at the conflict that was waited for: "T1 calls std::vector<int>::clear
// (writes) at …; main called …".
[[nodiscard]] std::string conflict_text(const Machine& machine, const Execution& execution,
                                        const std::vector<UserClass>& classes);

}  // namespace mcheck
