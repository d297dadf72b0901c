// SPDX-License-Identifier: MIT
// What one of several processes that share a search tells of its work (docs/protocol.md). What it
// has done since its last commit counts when the next has arrived, whole, and not before: if it
// dies, what was outstanding at its last commit is done again by another, and nothing counts twice.
#pragma once

#include <string>
#include <vector>

#include "engine/base/json.hpp"
#include "engine/trace/result.hpp"

namespace mcheck {

struct Counts {
  std::uint64_t executions = 0;
  std::uint64_t redundant = 0;
  std::uint64_t cut_off = 0;
  std::uint64_t beyond_bound = 0;
  std::uint64_t failing = 0;
  std::uint64_t limited = 0;  // executions that reached a limit of mcheck, and what they cost
  std::uint64_t limit_cost = 0;
  std::uint64_t events = 0;
  std::uint64_t restored_steps = 0;
  std::uint64_t rerun_steps = 0;
  std::uint64_t known_steps = 0;
  std::uint64_t known_ends = 0;
  double mass = 0;  // the share of the whole search that is finished

  Counts& operator+=(const Counts& more);
  Counts& operator-=(const Counts& less);
};

// A bug (bug.hpp) that is known, and in how many more executions it was met.
struct Repeated {
  std::string bug;
  std::uint64_t count = 0;
};

struct Commit {
  Counts counts;                        // since the commit before
  bool waits = false;                   // nothing goes on until it is told what to do
  bool exhaustive = false;              // what is done when nothing is left is everything
  std::string why_not_exhaustive;       // or empty
  bool bound_hit = false;               // something was left out because of the bound
  std::uint64_t reuse_rooms = 0;        // Schedule::reuse_rooms that turned out to be needed
  std::string not_repeatable;           // why the program does not repeat itself; or empty
  std::vector<FailureReport> failures;  // new ones; `execution` counts from the commit before
  std::vector<Repeated> repeated;       // of the new ones, too: they come with no occurrence
  std::vector<Warning> warnings;        // new ones
  std::vector<Suppressed> suppressed;   // since the commit before
  std::vector<NamedValue> branching;    // of Result, since the commit before
  std::vector<std::string> assumptions;
  std::vector<std::string> remarks;      // by the strategy
  std::vector<std::string> outstanding;  // parts: all that is still its own to do
  std::vector<std::string> given;        // parts: what it gives away
};

[[nodiscard]] Json to_json(const Counts& counts);
[[nodiscard]] Counts counts_from_json(const Json& json);

// With "type": "commit".
[[nodiscard]] Json to_json(const Commit& commit);
[[nodiscard]] Commit commit_from_json(const Json& json);

}  // namespace mcheck
