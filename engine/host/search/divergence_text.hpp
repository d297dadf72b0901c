// SPDX-License-Identifier: MIT
// Why a program did not repeat itself, as far as is known: the first operation that differs, its
// source location, and what the program reads that changes from run to run.
#pragma once

#include <string>
#include <vector>

#include "engine/include/mcheck/explore.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/search/driver/search.hpp"

namespace mcheck {

// Several lines. The current execution is the one that differed; its schedule is run again.
[[nodiscard]] std::string divergence_text(Machine& machine, Execution& execution,
                                          const options& how, const Divergence& difference);

// Likely reasons, a line each; `difference` may be without operations.
[[nodiscard]] std::vector<std::string> likely_sources(const Divergence& difference);

// The first difference between two runs of a schedule, if they differ.
[[nodiscard]] std::optional<Divergence> run_twice(Machine& machine, Execution& execution,
                                                  const options& how,
                                                  const std::vector<std::uint16_t>& chosen);

// Lines to append to the reason why the current execution does not repeat itself. Runs it twice
// more to find the first difference.
[[nodiscard]] std::string explain_difference(Machine& machine, Execution& execution,
                                             const options& how);

}  // namespace mcheck
