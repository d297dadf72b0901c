// SPDX-License-Identifier: MIT
// The request of the command to a checked program: the first line that it sends (docs/protocol.md).
#pragma once

#include <cstddef>
#include <mcheck/explore.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/json.hpp"
#include "engine/trace/results/conflict_list.hpp"

namespace mcheck::command {

// For a worker of a shared search.
struct Shared {
  bool whole_search = true;      // otherwise it starts without work
  std::uint64_t executions = 0;  // it waits after this many; 0: no limit
};

struct Request {
  std::string command;  // "explore", "replay", "conflicts", "orders", "list", "doctor"
  std::string test;
  std::vector<std::string> arguments;
  std::string schedule;                // replay only
  std::optional<std::size_t> stop_at;  // replay only: stop after this many choices
  std::optional<Shared> shared{};      // explore only
  bool final_states = false;           // explore only
  bool tree = false;                   // explore only
  bool search_from_test = false;       // explore only: use the test's own settings, if any
  bool beside_another = false;         // explore only: as Watcher::beside_another
  std::vector<UserClass> classes{};    // conflicts, and replays of a conflict
  bool more = false;                   // another request follows the answer
  options search;
};

[[nodiscard]] const char* name_of(memory_model model);
[[nodiscard]] Json to_json(const Request& request);

}  // namespace mcheck::command
