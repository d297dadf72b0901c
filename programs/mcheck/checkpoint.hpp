// SPDX-License-Identifier: MIT
// A search in a file: whose it is, and its ledger. The file is replaced as a whole, so that there
// is always one that can be gone on with, whatever ends the command.
#pragma once

#include <optional>
#include <string>

#include "engine/trace/schedule.hpp"
#include "programs/mcheck/invocation.hpp"
#include "programs/mcheck/ledger.hpp"

namespace mcheck::command {

class Checkpoint {
 public:
  // Of which search: the file of any other is refused. `subject` names program, test, arguments.
  // Throws UsageError if the program cannot be read.
  Checkpoint(const Invocation& invocation, const Schedule& subject);

  // None if there is no such file yet. Throws UsageError: it is of another search, or damaged.
  [[nodiscard]] std::optional<Ledger> read() const;
  // Empty if it was written, otherwise why not.
  [[nodiscard]] std::string write(const Ledger& ledger) const;

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
  Json identity_;
};

}  // namespace mcheck::command
