// SPDX-License-Identifier: MIT
// The search state in a file, with the identity of its search. Replaces the file atomically, so
// that there is always a complete checkpoint to resume from, however the command ends.
#pragma once

#include <optional>
#include <string>

#include "engine/trace/protocol/schedule.hpp"
#include "programs/mcheck/cli/invocation.hpp"
#include "programs/mcheck/search/search_state.hpp"

namespace mcheck::command {

// Everything that a shard's meaning depends on, by names for messages: a checkpoint of another
// search is refused.
[[nodiscard]] Json search_identity(const Invocation& invocation, const Schedule& base_schedule);

class Checkpoint {
 public:
  // `base_schedule` holds program, test, arguments and options. Throws UsageError if the program
  // cannot be read.
  Checkpoint(const Invocation& invocation, const Schedule& base_schedule);

  // None if the file does not exist yet. Throws UsageError if it belongs to another search, or is
  // damaged.
  [[nodiscard]] std::optional<SearchState> read() const;
  // Empty on success, otherwise the reason.
  [[nodiscard]] std::string write(const SearchState& state) const;

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
  Json identity_;
};

}  // namespace mcheck::command
