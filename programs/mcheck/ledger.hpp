// SPDX-License-Identifier: MIT
// What a search that is shared has come to: what its workers have committed, and all that is left
// to do. Together they are the whole search at any moment, which is why it can be written down and
// gone on with.
#pragma once

#include <string>
#include <vector>

#include "engine/trace/commit.hpp"

namespace mcheck::command {

struct Ledger {
  Counts counts;
  bool exhaustive = true;
  std::string why_not_exhaustive;  // by the first who was not; or empty
  bool bound_hit = false;
  std::uint64_t reuse_rooms = 0;        // Schedule::reuse_rooms, found out by somebody
  std::string not_repeatable;           // why; or empty
  std::vector<FailureReport> failures;  // different ones
  std::vector<Warning> warnings;        // about different objects
  std::vector<Suppressed> suppressed;   // by different lines
  std::vector<NamedValue> branching;    // by different objects
  std::vector<std::string> assumptions;
  std::vector<std::string> remarks;      // by the strategy
  double seconds = 0;                    // of all runs of the command
  bool untouched = true;                 // all is left, and has no name yet
  std::vector<std::string> outstanding;  // otherwise: parts

  [[nodiscard]] bool is_complete() const { return !untouched && outstanding.empty(); }
  // How many executions there will be in all, as far as one can tell; 0: no idea.
  [[nodiscard]] double expected_executions() const;

  // Result::branching of all that was done.
  [[nodiscard]] std::vector<NamedValue> most_branching() const;

  // As it is when the search begins anew, because more of freed memory is to be had again: what was
  // done counts for nothing.
  [[nodiscard]] Ledger begun_anew() const;
  // Adds what was done; what is left is not its business.
  void enter(const Commit& commit);
  // Adds a failure, unless there is one like it: then the one that is easier to follow stays.
  void enter(const FailureReport& failure);
};

// Which of two failures to tell first, whoever found them first: that of fewer preemptions, then
// that of the shorter schedule.
[[nodiscard]] bool simpler(const FailureReport& a, const FailureReport& b);

[[nodiscard]] Json to_json(const Ledger& ledger);
[[nodiscard]] Ledger ledger_from_json(const Json& json);

}  // namespace mcheck::command
