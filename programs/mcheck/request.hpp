// SPDX-License-Identifier: MIT
// What the command asks of a checked program: the first and only line that it sends
// (docs/protocol.md).
#pragma once

#include <cstddef>
#include <mcheck/explore.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/json.hpp"

namespace mcheck::command {

struct Request {
  std::string command;  // "explore", "replay", "list", "doctor"
  std::string test;
  std::vector<std::string> arguments;
  std::string schedule;                // replay only
  std::optional<std::size_t> stop_at;  // replay only: after so many choices
  bool final_states = false;           // explore only
  options search;
};

[[nodiscard]] Json to_json(const Request& request);

}  // namespace mcheck::command
