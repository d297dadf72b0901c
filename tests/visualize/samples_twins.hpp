// SPDX-License-Identifier: MIT
// More failures written by hand: one of each kind that pictures show in a way of its own.
#pragma once

#include <vector>

#include "engine/trace/result.hpp"

namespace mcheck::samples {

// The lost update, and what passes if one load and one store change places.
FailureReport lost_update_with_twin();

// A write and a read that nothing orders, neither of which was a step.
FailureReport data_race();

// A head that is what it was, and yet another.
FailureReport aba();

// A block that nobody frees: a failure of no thread.
FailureReport leak();

// Two threads that go round for ever.
FailureReport livelock();

struct NamedSample {
  const char* name;  // of its goldens
  FailureReport failure;
};

// One of each kind that pictures differ in.
std::vector<NamedSample> one_of_each();

// Names that mean something to every format, and one that is too long for any.
FailureReport very_hostile();

// Two threads of a load and a store each: what an optimal search runs.
SearchTree small_search();

// A search of so many executions, each of its own from the first choice on.
SearchTree wide_search(int executions);

// Four threads that hardly ever go on for long.
FailureReport many_switches(int steps);

}  // namespace mcheck::samples
