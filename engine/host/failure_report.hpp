// SPDX-License-Identifier: MIT
// An execution told for people: names instead of ids, places instead of addresses, values instead
// of words, and why each switch happened.
#pragma once

#include "engine/host/told_names.hpp"
#include "engine/runtime/machine.hpp"
#include "engine/trace/result.hpp"

namespace mcheck {

// REQUIRES: the execution has just been run with places captured.
[[nodiscard]] FailureReport report_failure(const Execution& execution, const Machine& machine,
                                           const Failure& failure,
                                           ToldNames::After after = ToldNames::After::kNothing);

}  // namespace mcheck
