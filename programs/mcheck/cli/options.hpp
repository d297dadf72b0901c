// SPDX-License-Identifier: MIT
// The command line as typed: command, program, and the text and origin of each option.
// invocation.hpp interprets the texts.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "programs/mcheck/cli/option_table.hpp"

namespace mcheck::command {

struct GivenOption {
  std::string text;    // "" for a flag on the command line
  std::string source;  // "--bound", or "MCHECK_BOUND" from the environment
};

struct CommandLine {
  Command command = Command::kExplore;
  std::string program;
  std::string schedule;                        // replay only
  std::string failure;                         // explain only; "": none given
  std::vector<std::string> arguments;          // after --
  std::map<std::string, GivenOption> options;  // by name, without dashes
};

// The value of an environment variable, or null.
using Environment = std::function<const char*(const char* name)>;

// The parsed command line, or a text to print (help, version). Throws UsageError.
[[nodiscard]] std::variant<CommandLine, std::string> read_command_line(
    const std::vector<std::string>& words, const Environment& environment);

// "mcheck list PROGRAM"
[[nodiscard]] std::string usage_of(Command command);

}  // namespace mcheck::command
