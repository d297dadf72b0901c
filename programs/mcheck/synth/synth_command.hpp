// SPDX-License-Identifier: MIT
// `mcheck synth PROGRAM` and `mcheck synth HEADER --class TYPE`.
#pragma once

#include "programs/mcheck/cli/invocation.hpp"

namespace mcheck::command {

// Returns the exit code: 0 if no test found a bug, 1 if one did, 3 if no test could be explored.
[[nodiscard]] int run_synth(const Invocation& invocation);

// For `mcheck synth --replay FILE`: the `mcheck replay` of the schedule in a test that was written.
[[nodiscard]] Invocation replay_of(const Invocation& invocation);

}  // namespace mcheck::command
