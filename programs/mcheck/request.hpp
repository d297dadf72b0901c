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
#include "engine/trace/conflict_list.hpp"

namespace mcheck::command {

// For one of several processes that share the search.
struct Shared {
  bool from_the_start = true;    // otherwise it begins with nothing
  std::uint64_t executions = 0;  // it shall wait after so many; 0: no limit
};

struct Request {
  std::string command;  // "explore", "replay", "conflicts", "list", "doctor"
  std::string test;
  std::vector<std::string> arguments;
  std::string schedule;                // replay only
  std::optional<std::size_t> stop_at;  // replay only: after so many choices
  std::optional<Shared> shared{};      // explore only
  bool final_states = false;           // explore only
  bool tree = false;                   // explore only
  bool own_search = false;             // explore only: as the test asks, where it does
  std::vector<UserClass> classes{};    // conflicts, and replay of one
  options search;
};

[[nodiscard]] Json to_json(const Request& request);

}  // namespace mcheck::command
