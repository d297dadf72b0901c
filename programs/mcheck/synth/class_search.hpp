// SPDX-License-Identifier: MIT
// Explores generated tests of one class, in several processes, until a test finds a bug or the
// budget ends.
//
// Which test finds the bug does not depend on the number of processes: a test counts only if all
// earlier ones have ended without a bug.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "programs/mcheck/cli/synth_options.hpp"
#include "programs/mcheck/synth/class_program.hpp"
#include "programs/mcheck/synth/test_generator.hpp"

namespace mcheck::command {

struct ClassFinding {
  ClassTest test;
  Result result;
  CallOrders orders;             // of the same calls, one at a time
  std::size_t number = 0;        // of the test that found it, from 1
  double seconds = 0;            // until then
  std::size_t calls_before = 0;  // of that test, before it was simplified
};

struct ClassOutcome {
  std::optional<ClassFinding> finding;
  std::size_t tests = 0;         // explored
  std::size_t incomplete = 0;    // of them, not completely
  std::size_t not_compared = 0;  // of them, the results were not judged: calls wait, and
  std::string why_not_compared;
  std::size_t discarded = 0;  // that fail or block in sequence
  std::string why_discarded;  // of the first whose calls could not be run in every order
  std::uint64_t executions = 0;
  std::uint64_t orders = 0;
  std::size_t covered_pairs = 0;
  std::size_t all_pairs = 0;
  double seconds = 0;
  // Operations of two threads with one call each that misbehave beside each other.
  std::map<std::pair<std::string, std::string>, FailureKind> unsafe_pairs;
  // Operations whose results have no text, and are not compared.
  std::set<std::string> opaque;
  std::string obstacle;        // why no test could be made
  bool exhausted = false;      // the generator makes no further test
  bool finished = false;       // all tests that were asked for are made
  std::string why_incomplete;  // of the first test that was not explored completely
};

using ClassProgress = std::function<void(const ClassOutcome& so_far)>;

class ClassSearch {
 public:
  ClassSearch(const Invocation& invocation, const ClassTable& table, std::size_t class_number);
  // Also after a finding: until each pair of operations has been tried.
  void try_all_pairs() { tries_all_pairs_ = true; }
  ClassOutcome run(const ClassProgress& progress);

 private:
  struct Worker {
    std::unique_ptr<ClassProgram> program;
    ClassTest test;
    std::size_t number = 0;
    bool explores = false;  // otherwise it runs the calls in turns
    CallOrders orders;
  };

  bool start_next(Worker& worker);
  void receive(Worker& worker);
  void conclude(Worker& worker, Result result);
  void note_opaque_results(const Worker& worker);
  [[nodiscard]] bool is_out_of_budget() const;
  [[nodiscard]] bool counts(const Result& result) const;
  void simplify(ClassFinding& finding);
  bool try_simpler(ClassFinding& finding, const ClassTest& test);
  [[nodiscard]] double seconds() const;

  const Invocation& invocation_;
  Invocation search_;  // of each exploration
  const ClassTable& table_;
  double started_ = 0;
  std::deque<Worker> workers_;
  ClassOutcome outcome_;
  TestGenerator generator_;
  std::size_t next_number_ = 0;
  bool tries_all_pairs_ = false;
};

// The failure of a finding, for comparison: its kind.
[[nodiscard]] FailureKind kind_of(const Result& result);

}  // namespace mcheck::command
