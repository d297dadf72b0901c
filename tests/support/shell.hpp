// SPDX-License-Identifier: MIT
// Runs a command as a person would type it, and says what came of it.
#pragma once

#include <string>

namespace mcheck {

struct Ran {
  int code = -1;     // as the shell tells it: 128 + the signal for what a signal ended
  std::string out;   // standard output
  std::string what;  // the command, for messages
};

// `limit_seconds` after the start the command is killed: code 124 or 137.
[[nodiscard]] Ran run_shell(const std::string& command, int limit_seconds = 120);

// The text as one word for the shell.
[[nodiscard]] std::string quoted(const std::string& text);

}  // namespace mcheck
