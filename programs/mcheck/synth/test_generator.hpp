// SPDX-License-Identifier: MIT
// Makes tests of a class: an object, brought into some state by a few calls, and calls of two or
// three threads that share it.
//
// Paper    [PG12, algorithm 1]. Prefixes there grow while their calls succeed in sequence; so here.
// Differs  First every pair of operations, one call each, after prefixes of 0, 1 and 2 calls: most
//          bugs need no more, and mcheck explores such a test completely. Then random tests, whose
//          size grows, with operations that were used less. Calls after the threads have ended
//          observe the object, so that a lost update is seen. No test is made twice; the same calls
//          in other threads are the same test.
// Limits   Arguments are literals, earlier results, objects of the prefix; no search for values.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/base/random.hpp"
#include "programs/mcheck/synth/class_test.hpp"

namespace mcheck::command {

// How calls behave in sequence, without another thread.
enum class SequentialBehaviour { kFine, kThrows, kBlocks, kFails };

class TestGenerator {
 public:
  using Trial = std::function<SequentialBehaviour(const ClassTest&)>;

  TestGenerator(const ClassTable& table, std::size_t class_number, std::uint64_t seed, Trial trial);

  // Why no test can be made; empty: tests can be made.
  [[nodiscard]] std::string obstacle() const;
  // No value: no further test was found.
  [[nodiscard]] std::optional<ClassTest> next();
  // Whether the tests of each pair have been made.
  [[nodiscard]] bool has_tried_pairs() const;
  // The test has been explored.
  void note_explored(const ClassTest& test);
  // Pairs of operations that such tests have run beside each other, and how many there are.
  [[nodiscard]] std::size_t covered_pairs() const { return covered_.size(); }
  [[nodiscard]] std::size_t all_pairs() const { return pairs_.size(); }

 private:
  using Pair = std::pair<std::size_t, std::size_t>;

  std::optional<ClassTest> next_pair();
  std::optional<ClassTest> next_random();
  std::optional<ClassTest> test_of(const std::vector<std::vector<std::size_t>>& operations,
                                   std::size_t prefix_calls);
  bool grow_prefix(ClassTest& test, std::size_t calls);
  bool add_call(ClassTest& test, Calls& part, std::size_t operation);
  std::optional<ArgumentChoice> argument_for(ClassTest& test, const Calls& part,
                                             const ParameterInfo& parameter, unsigned depth);
  std::optional<ArgumentChoice> object_for(ClassTest& test, std::size_t type, unsigned depth);
  [[nodiscard]] bool has_object(const ClassTest& test) const;
  bool construct(ClassTest& test, std::size_t type, unsigned depth);
  bool ends_alone(std::size_t operation);
  void add_observers(ClassTest& test);
  std::size_t seldom_used_method();
  bool is_new(const ClassTest& test);

  const ClassTable& table_;
  std::size_t class_number_;
  Random random_;
  Trial trial_;
  std::vector<std::size_t> methods_;  // operations that threads may call
  std::vector<Pair> pairs_;           // of them, in the order in which they are tried
  std::vector<std::size_t> observers_;
  std::map<std::size_t, bool> ends_alone_;
  std::map<std::size_t, std::size_t> uses_;
  std::set<Pair> covered_;
  std::set<std::string> made_;
  std::map<std::string, SequentialBehaviour> tried_;  // prefixes
  std::size_t pair_ = 0;                              // the next one
  std::size_t random_tests_ = 0;
};

}  // namespace mcheck::command
