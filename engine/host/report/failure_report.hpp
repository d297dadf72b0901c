// SPDX-License-Identifier: MIT
// The report of an execution: names instead of ids, source locations instead of addresses, values
// instead of words, and the reason for each switch of threads.
#pragma once

#include "engine/host/names/report_names.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/trace/results/result.hpp"

namespace mcheck {

// REQUIRES: the execution has just been run with source locations captured.
[[nodiscard]] FailureReport report_failure(
    const Execution& execution, const Machine& machine, const Failure& failure,
    ReportNames::Baseline baseline = ReportNames::Baseline::kNothing);

}  // namespace mcheck
