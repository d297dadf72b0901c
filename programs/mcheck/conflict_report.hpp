// SPDX-License-Identifier: MIT
// Conflicts, told to people and to machines.
#pragma once

#include <string>
#include <vector>

#include "engine/trace/conflict_list.hpp"

namespace mcheck::command {

struct ConflictStyle {
  std::string program;  // as it was typed
  std::string config;   // so, too
  bool brief = false;   // the pairs only
};

// What `mcheck conflicts` prints of one test.
[[nodiscard]] std::string conflict_text(const ConflictList& list, const ConflictStyle& style);

// A line for each pair, in four fields with tabs between them: two places, what is done there, the
// schedule. Empty: there is none.
[[nodiscard]] std::string pair_lines(const ConflictList& list);

[[nodiscard]] Json conflict_json(const std::vector<ConflictList>& lists);
// SARIF 2.1.0, of one run.
[[nodiscard]] Json conflict_sarif(const std::vector<ConflictList>& lists);

// "close_all reads in std::vector<int>::size, remove_all writes in std::vector<int>::clear"
[[nodiscard]] std::string what_of(const ConflictPair& pair);

}  // namespace mcheck::command
