// SPDX-License-Identifier: MIT
// `mcheck draw`: a picture of what was found before, from the file of --json, or from a program and
// a schedule, which is then run again.
#pragma once

#include "programs/mcheck/invocation.hpp"

namespace mcheck::command {

// The exit code. Throws UsageError and InternalError.
int run_draw(const Invocation& invocation);

}  // namespace mcheck::command
