// SPDX-License-Identifier: MIT
// Dispatches to the commands. Returns the exit code of the process. Throws UsageError and
// InternalError.
#pragma once

#include "programs/mcheck/cli/invocation.hpp"

namespace mcheck::command {

[[nodiscard]] int run(const Invocation& invocation);

}  // namespace mcheck::command
