// SPDX-License-Identifier: MIT
// The options of a checked program that is started directly: a few on its command line, and every
// option of `mcheck explore` as MCHECK_… in the environment.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/json.hpp"
#include "engine/include/mcheck/explore.hpp"

namespace mcheck {

struct ProgramOptions {
  enum class Task : std::uint8_t { kExplore, kReplay, kList, kHelp } task = Task::kExplore;
  options how;
  bool search_is_given = false;  // a strategy or a bound
  std::string test;              // empty: all
  std::string schedule;          // to replay
  std::string json;              // a file for the result, or "-"
  bool final_states = false;
  std::vector<std::string> arguments;
};

// Throws UsageError.
[[nodiscard]] ProgramOptions parse_command_line(int argc, char** argv);

// Applies the MCHECK_… variables of the environment to the options. Throws UsageError.
[[nodiscard]] options options_from_environment(options how = {});

// The "options" of a request. Missing members keep their defaults.
[[nodiscard]] options options_from_json(const Json& json);

}  // namespace mcheck
