// SPDX-License-Identifier: MIT
// Runs a command as typed into a shell, and returns its output.
#pragma once

#include <string>

namespace mcheck {

struct ShellResult {
  int code = -1;     // exit code; 128 + the signal that ended it
  std::string out;   // standard output
  std::string what;  // the command, for messages
};

// The command is killed `limit_seconds` after its start: code 124 or 137.
[[nodiscard]] ShellResult run_shell(const std::string& command, int limit_seconds = 120);

// The text as one word for the shell.
[[nodiscard]] std::string quoted(const std::string& text);

}  // namespace mcheck
