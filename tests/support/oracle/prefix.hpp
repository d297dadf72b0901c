// SPDX-License-Identifier: MIT
// The prefix of an execution of a table program, as a Mazurkiewicz class: the steps and the
// happens-before relation between them, not the order of the others.
//
// A step happens before another if it comes earlier and they are of the same thread, or use the
// same object in ways that conflict, or one is a cause of the other, or transitively. Two uses of
// an object conflict, unless both only read it or, where the relation allows, both commute. Each
// step has a vector clock; the steps with their labels and clocks are the class.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <vector>

#include "tests/support/oracle/machine.hpp"

namespace table {

enum class Relation : std::uint8_t {
  kReadWrite,  // only readers of an object are independent of one another
  kCommuting,  // and so are shared locks, releases of a semaphore, count-downs of a latch
};

// For each thread the number of its steps that happened before this step, itself included.
struct Clock {
  std::array<std::uint8_t, kMostThreads> of{};

  void join(const Clock& other) {
    for (std::size_t t = 0; t < of.size(); ++t) of[t] = of[t] > other.of[t] ? of[t] : other.of[t];
  }
};

// A class in 128 bits: the sum of a hash of each step, so that the order does not matter.
struct ClassKey {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  friend auto operator<=>(const ClassKey&, const ClassKey&) = default;
};

struct OracleStep {
  int thread = 0;
  int label = 0;
  int object = kNothing;
  Use use = Use::kReads;
  Clock clock;
};

class Prefix {
 public:
  Prefix(const Program& program, Relation relation) : machine_(program), relation_(relation) {}

  [[nodiscard]] const Machine& machine() const { return machine_; }
  [[nodiscard]] const ClassKey& key() const { return key_; }

  // Appends the thread's next step. REQUIRES: way < machine().ways(thread). `edges` is reused
  // memory.
  OracleStep extend(int thread, int way, std::vector<Edge>& edges);

 private:
  // For each kind of use of an object: what happened before any of them.
  struct Used {
    Clock reads, commutes, changes;
  };

  void order(Clock& clock, const Effect& effect);
  void follow(const Edge& edge);

  Machine machine_;
  Relation relation_;
  ClassKey key_;
  std::array<Clock, kMostThreads> now_{};     // by thread: what happens before its next step
  std::array<Clock, kMostThreads> notify_{};  // by thread: the notify that has woken it
  std::array<Used, kAllObjects> used_{};
};

}  // namespace table
