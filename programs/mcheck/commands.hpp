// SPDX-License-Identifier: MIT
// The four commands. Each returns the exit code of the process and throws UsageError and
// InternalError.
#pragma once

#include "programs/mcheck/invocation.hpp"

namespace mcheck::command {

[[nodiscard]] int run(const Invocation& invocation);

}  // namespace mcheck::command
