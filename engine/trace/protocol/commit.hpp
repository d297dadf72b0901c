// SPDX-License-Identifier: MIT
// What one of several processes that share a search reports about its work (docs/protocol.md). Its
// work since the last commit counts only when the next commit has arrived completely. If the
// process dies, another repeats what was outstanding at the last commit, and nothing counts twice.
#pragma once

#include <string>
#include <vector>

#include "engine/base/json.hpp"
#include "engine/trace/results/result.hpp"

namespace mcheck {

struct Counts {
  std::uint64_t executions = 0;
  std::uint64_t redundant = 0;
  std::uint64_t cut_off = 0;
  std::uint64_t beyond_bound = 0;
  std::uint64_t failing = 0;
  std::uint64_t limited = 0;  // executions that reached a limit of mcheck, and their cost
  std::uint64_t limit_cost = 0;
  std::uint64_t events = 0;
  std::uint64_t restored_steps = 0;
  std::uint64_t rerun_steps = 0;
  std::uint64_t cached_steps = 0;
  std::uint64_t cached_ends = 0;
  double mass = 0;          // the share of the whole search that is finished
  std::uint64_t unmet = 0;  // of those cut off, because of gates

  Counts& operator+=(const Counts& more);
  Counts& operator-=(const Counts& less);
};

// A known bug (engine/trace/failures/bug.hpp), and in how many more executions it occurred.
struct RepeatedBug {
  std::string bug;
  std::uint64_t count = 0;
};

struct Commit {
  Counts counts;                         // since the previous commit
  bool is_waiting = false;               // it is idle until it receives a request
  bool exhaustive = false;               // the search is exhaustive once nothing is outstanding
  std::string why_not_exhaustive;        // or empty
  bool bound_hit = false;                // the bound excluded something
  std::uint64_t reuse_size_classes = 0;  // Schedule::reuse_size_classes found to be needed
  bool needs_weak_memory = false;        // RC11 permits more than what was searched
  std::string not_repeatable;            // why the program is not repeatable; or empty
  std::vector<FailureReport> failures;   // new ones; `execution` counts from the previous commit
  std::vector<RepeatedBug> repeated;     // including the new ones, which have no occurrence
  std::vector<Warning> warnings;         // new ones
  std::vector<Suppressed> suppressed;    // since the previous commit
  std::vector<NamedValue> branching;     // of Result, since the previous commit
  std::vector<std::string> assumptions;
  std::vector<std::string> remarks;       // of the strategy
  ScheduleUse schedule_use;               // since the search began
  std::vector<std::string> outstanding;   // shards that it still has to explore
  std::vector<std::string> shards_given;  // shards for other processes
};

[[nodiscard]] Json to_json(const Counts& counts);
[[nodiscard]] Counts counts_from_json(const Json& json);

// With "type": "commit".
[[nodiscard]] Json to_json(const Commit& commit);
[[nodiscard]] Commit commit_from_json(const Json& json);

}  // namespace mcheck
