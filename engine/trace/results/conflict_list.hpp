// SPDX-License-Identifier: MIT
// What a search for conflicts has found: pairs of source locations in the user's code, each with
// its access. All output is produced from this; docs/conflicts.md documents its JSON.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/json.hpp"

namespace mcheck {

// A location in the user's code that accesses an object, or calls a library function that does.
struct CallSite {
  std::string file;
  int line = 0;
  std::string function;  // that contains the location
  std::string call;      // the called function: "std::vector<int>::clear"; "": a direct access
  bool reads = false;
  bool writes = false;
  bool frees = false;  // frees the memory
};

struct ConflictPair {
  CallSite first;  // ordered by file and line
  CallSite second;
  std::string object;           // the variable, if it has a name
  std::uint64_t execution = 0;  // in which it was first found, counted from 1
  std::string schedule;         // the token that replays it
};

struct ConflictList {
  std::string program;
  std::string test;
  std::vector<std::string> arguments;
  std::vector<ConflictPair> pairs;  // ordered by file and line
  std::uint64_t executions = 0;
  double seconds = 0;
  bool complete = false;             // all schedules were explored: there are no others
  std::vector<std::string> remarks;  // errors, and what was not examined
};

// A class that the user annotates: calls of its methods count like those of library functions.
struct UserClass {
  std::string name;
  std::vector<std::string> reads;   // methods that do not change the object, whatever they write
  std::vector<std::string> writes;  // methods that change it
  bool safe = false;                // calls of it never conflict with each other
};

[[nodiscard]] Json to_json(const ConflictList& list);
[[nodiscard]] ConflictList conflict_list_from_json(const Json& json);
[[nodiscard]] Json to_json(const std::vector<UserClass>& classes);
[[nodiscard]] std::vector<UserClass> user_classes_from_json(const Json& json);

}  // namespace mcheck
