// SPDX-License-Identifier: MIT
// What the executions of a search ended with: the values of all objects that hold one, and what the
// program noted of itself. Each distinct state once, with how often it was.
//
// Called at the end of every execution: states are told apart as rows of words, and put into names
// and numbers when all is done.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "engine/search/execution.hpp"
#include "engine/trace/failure.hpp"
#include "engine/trace/result.hpp"

namespace mcheck {

class FinalStates {
 public:
  // An execution that failed otherwise than by being stuck, or was cut off, is left out.
  void add(const Execution& execution, Ending ending, const std::optional<Failure>& failure);

  // REQUIRES: the search's names are still there (Machine::keep_text).
  [[nodiscard]] std::vector<FinalState> list() const;

 private:
  void add_objects(const Execution& execution);
  void add_notes(const Execution& execution);

  std::vector<Word> row_;  // of the execution at hand
  std::map<std::vector<Word>, std::uint64_t> count_of_;
};

}  // namespace mcheck
