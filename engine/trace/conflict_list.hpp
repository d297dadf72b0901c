// SPDX-License-Identifier: MIT
// What a search for conflicts has found: pairs of places in the user's code, each with what is done
// there. Everything that prints or exports reads this; its JSON is documented in docs/conflicts.md.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/json.hpp"

namespace mcheck {

// A place in the user's code that accesses something, or calls a library that does.
struct CallSite {
  std::string file;
  int line = 0;
  std::string function;  // that stands there
  std::string call;      // what it calls: "std::vector<int>::clear"; "": it accesses by itself
  bool reads = false;
  bool writes = false;
  bool frees = false;  // gives the memory back
};

struct ConflictPair {
  CallSite first;  // by file and line
  CallSite second;
  std::string object;           // the variable, if it has a name
  std::uint64_t execution = 0;  // in which it was found first, counted from 1
  std::string schedule;         // the token that replays it
};

struct ConflictList {
  std::string program;
  std::string test;
  std::vector<std::string> arguments;
  std::vector<ConflictPair> pairs;  // by file and line
  std::uint64_t executions = 0;
  double seconds = 0;
  bool complete = false;             // all schedules were run: there are no others
  std::vector<std::string> remarks;  // what went wrong besides, and what was not looked at
};

// Classes that the user says something of: their methods are calls, like those of the library.
struct UserClass {
  std::string name;
  std::vector<std::string> reads;   // methods that leave the object as it is, whatever they write
  std::vector<std::string> writes;  // methods that change it
  bool safe = false;                // calls of it never conflict with each other
};

[[nodiscard]] Json to_json(const ConflictList& list);
[[nodiscard]] ConflictList conflict_list_from_json(const Json& json);
[[nodiscard]] Json to_json(const std::vector<UserClass>& classes);
[[nodiscard]] std::vector<UserClass> user_classes_from_json(const Json& json);

}  // namespace mcheck
