// SPDX-License-Identifier: MIT
// mcheck replay --emit-gates: writes a schedule file, or a test, that forces the failure.
#pragma once

#include "engine/trace/results/result.hpp"
#include "programs/mcheck/cli/invocation.hpp"
#include "programs/mcheck/search/program_client.hpp"

namespace mcheck::command {

// `replayed` is the result of the replay. Prints which file was written, and what it forces. False:
// no schedule file can force the failure; a message on standard error says why.
[[nodiscard]] bool emit_gates(const Invocation& invocation, const ProgramInfo& program,
                              const Result& replayed);

}  // namespace mcheck::command
