// SPDX-License-Identifier: MIT
// `mcheck draw`: draws an earlier result, from a file of --json or by replaying a schedule.
#pragma once

#include "programs/mcheck/cli/invocation.hpp"

namespace mcheck::command {

// Returns the exit code. Throws UsageError and InternalError.
int run_draw(const Invocation& invocation);

}  // namespace mcheck::command
