// SPDX-License-Identifier: MIT
// What the executions of a search ended with: the values of all objects that hold one, and what the
// program noted of itself. Each distinct state once, with how often it was.
//
// Called at the end of every execution: states are told apart as rows of words, and put into names
// and numbers when all is done. An object that the program has not named is a local, or a part of a
// block, that only a run with places captured can name: of each such object the first execution
// that has it is kept, to be run again.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/search/execution.hpp"
#include "engine/search/moves.hpp"
#include "engine/trace/failure.hpp"
#include "engine/trace/result.hpp"

namespace mcheck {

class FinalStates {
 public:
  // An execution that failed otherwise than by being stuck, or was cut off, is left out.
  void add(const Execution& execution, Ending ending, const std::optional<Failure>& failure);

  // Schedules that together have the objects without a name, as far as they are few.
  [[nodiscard]] const std::vector<std::vector<Move>>& unnamed() const { return unnamed_; }
  // The execution has just run one of them, and knows what places are called.
  void learn_names(const Execution& execution);

  // REQUIRES: the search's names are still there (Machine::keep_text).
  [[nodiscard]] std::vector<FinalState> list() const;

 private:
  void add_objects(const Execution& execution);
  void add_notes(const Execution& execution);
  void note_unnamed(const Execution& execution, ObjectId object);
  [[nodiscard]] FinalState told(const std::vector<Word>& row) const;

  std::vector<Word> row_;                  // of the execution at hand
  std::map<ObjectId, std::string> names_;  // of objects that the program has not named
  std::vector<std::vector<Move>> unnamed_;
  std::map<std::vector<Word>, std::uint64_t> count_of_;
};

class Machine;
struct Searched;

// Runs executions of what was searched again, to learn what reports call the objects in them.
void name_objects(FinalStates& states, const Searched& searched, Machine& machine,
                  Execution& execution);

}  // namespace mcheck
