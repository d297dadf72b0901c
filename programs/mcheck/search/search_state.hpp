// SPDX-License-Identifier: MIT
// The state of a shared search: what the workers have committed, and the outstanding shards.
// Together they describe the whole search at any moment, so that it can be saved and resumed.
#pragma once

#include <string>
#include <vector>

#include "engine/trace/protocol/commit.hpp"

namespace mcheck::command {

struct SearchState {
  Counts counts;
  bool exhaustive = true;
  std::string why_not_exhaustive;  // of the first worker that was not; or empty
  bool bound_hit = false;
  std::uint64_t reuse_size_classes = 0;  // Schedule::reuse_size_classes, found by any worker
  bool weak_memory = false;              // the search has turned out to need RC11
  std::string not_repeatable;            // the reason, or empty
  std::vector<FailureReport> failures;   // distinct
  std::vector<Warning> warnings;         // about distinct objects
  std::vector<Suppressed> suppressed;    // by distinct suppression lines
  std::vector<NamedValue> branching;     // by distinct objects
  std::vector<std::string> assumptions;
  std::vector<std::string> remarks;  // of the strategy
  ScheduleUse schedule_use;
  double seconds = 0;                    // of all runs of the command
  bool not_started = true;               // the whole search is outstanding, not divided yet
  std::vector<std::string> outstanding;  // otherwise: shards

  [[nodiscard]] bool is_complete() const { return !not_started && outstanding.empty(); }
  // An estimate of the total number of executions; 0: unknown.
  [[nodiscard]] double expected_executions() const;

  // Result::branching of everything that was explored.
  [[nodiscard]] std::vector<NamedValue> most_branching() const;

  // The state for a restart with further reuse of freed blocks, or under RC11: earlier executions
  // become redundant.
  [[nodiscard]] SearchState restarted() const;
  // Adds committed results. Does not change the outstanding shards.
  void add(const Commit& commit);
  // Adds a failure. Of two reports of one bug, keeps the simpler one.
  void add(const FailureReport& failure);
};

// The order of failures, independent of the worker: fewer preemptions, then the shorter schedule.
[[nodiscard]] bool simpler(const FailureReport& a, const FailureReport& b);

[[nodiscard]] Json to_json(const SearchState& state);
[[nodiscard]] SearchState search_state_from_json(const Json& json);

}  // namespace mcheck::command
