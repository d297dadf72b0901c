// SPDX-License-Identifier: MIT
// `mcheck gate`: a suite of kernels, each in a process of its own, within one budget, and what CI
// wants to know of it (docs/gate.md).
#pragma once

#include "programs/mcheck/invocation.hpp"

namespace mcheck::command {

// Returns the exit code: 0 all is as wanted, 1 something is not, 3 only that something did not get
// to its end. Throws UsageError and InternalError.
[[nodiscard]] int run_gate(const Invocation& invocation);

}  // namespace mcheck::command
