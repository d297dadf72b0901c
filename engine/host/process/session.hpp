// SPDX-License-Identifier: MIT
// The checked program's side of the protocol session with the command: one request in, messages out
// (docs/protocol.md). MCHECK_CHANNEL in the environment says that there is a command.
#pragma once

#include <string>

namespace mcheck {

// Whether a command started this process and waits for it.
[[nodiscard]] bool called_by_command();

// Serves one request and returns the process's exit code.
int serve_command(const std::string& program);

}  // namespace mcheck
