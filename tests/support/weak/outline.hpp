// SPDX-License-Identifier: MIT
// An execution graph in canonical form, equal for equal graphs, however they were built: the steps
// of each thread with the versions that they used, and for each object the order of its versions.
// Fences, and what only follows from earlier steps, are left out.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/weak/execution_graph.hpp"

namespace table {

// A step, by its thread and its number there; thread kInitial: none, the first version.
struct StepPlace {
  std::int8_t thread = kInitial;
  std::int8_t index = 0;

  friend auto operator<=>(const StepPlace&, const StepPlace&) = default;
};

struct OutlineStep {
  std::int8_t object = kNothing;
  std::int8_t label = 0;   // as in Effect
  std::int16_t value = 0;  // of the version of a variable that it read
  StepPlace version;       // that it used; of a store: none

  friend auto operator<=>(const OutlineStep&, const OutlineStep&) = default;
};

struct Outline {
  std::vector<std::vector<OutlineStep>> threads;
  std::array<std::vector<StepPlace>, kAllObjects> versions;  // of each object, in order
  std::string end;                                           // text(FinalState)

  friend auto operator<=>(const Outline&, const Outline&) = default;
};

// Without the end.
[[nodiscard]] Outline outline_of(const ExecutionGraph& graph, int threads);

// In few bytes, the same for the same outline; without the end.
[[nodiscard]] std::string packed(const Outline& outline);

// A line for each step, "T1.0 x0 reads 1 of T0.2", and one for each object with several versions.
[[nodiscard]] std::string text(const Outline& outline);

}  // namespace table
