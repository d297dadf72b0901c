// SPDX-License-Identifier: MIT
// `mcheck synth --classify`: which classes of a header or of a folder are thread-unsafe, and which
// pairs of their operations.
#pragma once

#include "programs/mcheck/cli/invocation.hpp"

namespace mcheck::command {

// Returns the exit code: 1 if a class is unsafe.
[[nodiscard]] int run_classify(const Invocation& invocation);

}  // namespace mcheck::command
