// SPDX-License-Identifier: MIT
// Formats conflicts as text, JSON and SARIF.
#pragma once

#include <string>
#include <vector>

#include "engine/trace/results/conflict_list.hpp"

namespace mcheck::command {

struct ConflictStyle {
  std::string program;  // as typed
  std::string config;   // as typed
  bool brief = false;   // only the pairs
};

// What `mcheck conflicts` prints for one test.
[[nodiscard]] std::string conflict_text(const ConflictList& list, const ConflictStyle& style);

// A line for each pair with four tab-separated fields: two locations, a description, the schedule.
// Empty if there is no pair.
[[nodiscard]] std::string pair_lines(const ConflictList& list);

[[nodiscard]] Json conflict_json(const std::vector<ConflictList>& lists);
// SARIF 2.1.0 with one run.
[[nodiscard]] Json conflict_sarif(const std::vector<ConflictList>& lists);

// "close_all reads in std::vector<int>::size, remove_all writes in std::vector<int>::clear"
[[nodiscard]] std::string description_of(const ConflictPair& pair);

}  // namespace mcheck::command
