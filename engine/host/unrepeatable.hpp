// SPDX-License-Identifier: MIT
// Why a program did not repeat itself, as far as that can be said: the first operation that was
// another one, where it stands, and what the program asks that has another answer each time.
#pragma once

#include <string>
#include <vector>

#include "engine/include/mcheck/explore.hpp"
#include "engine/runtime/machine.hpp"
#include "engine/search/search.hpp"

namespace mcheck {

// Several lines. The execution at hand is the one that was different; its schedule is run again.
[[nodiscard]] std::string not_repeated(Machine& machine, Execution& execution, const options& how,
                                       const Divergence& difference);

// What may be the reason, a line each; `difference` may know of no operations.
[[nodiscard]] std::vector<std::string> likely_sources(const Divergence& difference);

// The first difference between two runs of a schedule, if they differ.
[[nodiscard]] std::optional<Divergence> run_twice(Machine& machine, Execution& execution,
                                                  const options& how,
                                                  const std::vector<std::uint16_t>& chosen);

// Lines to put behind why it is known that the execution at hand does not repeat itself: it is run
// twice more, to find the first difference.
[[nodiscard]] std::string explain_difference(Machine& machine, Execution& execution,
                                             const options& how);

}  // namespace mcheck
