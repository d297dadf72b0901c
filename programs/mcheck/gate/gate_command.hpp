// SPDX-License-Identifier: MIT
// `mcheck gate`: runs a suite of kernels, each in its own process, within one time budget, and
// writes reports for CI (docs/gate.md).
#pragma once

#include "programs/mcheck/cli/invocation.hpp"

namespace mcheck::command {

// Returns the exit code: 0 all as expected, 1 some not as expected, 3 some only incomplete. Throws
// UsageError and InternalError.
[[nodiscard]] int run_gate(const Invocation& invocation);

}  // namespace mcheck::command
