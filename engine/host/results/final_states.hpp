// SPDX-License-Identifier: MIT
// The final states of a search's executions: the values of all objects that hold one, and the notes
// of the program. Each distinct state once, with its number of executions.
//
// Called at the end of every execution, so states are compared as rows of words; names and numbers
// are made at the end. An object without a name is a local or a part of a block; only a run with
// source locations captured can name it. For each such object the first execution that has it is
// kept and run again.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/search/execution/execution.hpp"
#include "engine/search/strategy/transitions.hpp"
#include "engine/trace/failures/failure.hpp"
#include "engine/trace/results/result.hpp"

namespace mcheck {

class FinalStates {
 public:
  // Leaves out executions that were cut off, or that failed otherwise than by being stuck.
  void add(const Execution& execution, Ending ending, const std::optional<Failure>& failure);

  // Schedules that together contain the unnamed objects; at most a few.
  [[nodiscard]] const std::vector<std::vector<Transition>>& unnamed() const { return unnamed_; }
  // REQUIRES: the execution has just run one of them, and the report names are active.
  void add_names(const Execution& execution);

  // REQUIRES: the search's texts still exist (Machine::intern_text).
  [[nodiscard]] std::vector<FinalState> list() const;

 private:
  void add_objects(const Execution& execution);
  void add_notes(const Execution& execution);
  void record_unnamed(const Execution& execution, ObjectId object);
  [[nodiscard]] FinalState state_of(const std::vector<Word>& row) const;

  std::vector<Word> row_;                  // of the current execution
  std::map<ObjectId, std::string> names_;  // of objects that the program has not named
  std::vector<std::vector<Transition>> unnamed_;
  std::map<std::vector<Word>, std::uint64_t> count_of_;
};

class Machine;
struct SearchRequest;

// Runs executions of the search again to learn the names that reports use for their objects.
void name_objects(FinalStates& states, const SearchRequest& request, Machine& machine,
                  Execution& execution);

}  // namespace mcheck
