// SPDX-License-Identifier: MIT
// A checked program's side of the conversation with the command: one request in, messages out, as
// docs/protocol.md says. The command is recognised by MCHECK_CHANNEL in the environment.
#pragma once

#include <string>

namespace mcheck {

// Whether a command started this process and waits at the other end.
[[nodiscard]] bool called_by_command();

// Serves the one request; the process's exit code.
int serve_command(const std::string& program);

}  // namespace mcheck
