// SPDX-License-Identifier: MIT
// More failures written by hand: one for each kind that pictures show differently.
#pragma once

#include <vector>

#include "engine/trace/results/result.hpp"

namespace mcheck::samples {

// The lost update, and the execution that passes because a load and a store are swapped.
FailureReport lost_update_with_twin();

// A write and a read that nothing orders, neither of which is a step.
FailureReport data_race();

// A pointer with its old value, although the object was replaced.
FailureReport aba();

// A block that is never freed: a failure of no thread.
FailureReport leak();

// Two threads in a fair cycle.
FailureReport livelock();

struct NamedSample {
  const char* name;  // of its goldens
  FailureReport failure;
};

// One of each kind that pictures show differently.
std::vector<NamedSample> one_of_each();

// Names with a meaning for every format, and one that is too long for any.
FailureReport very_hostile();

// Two threads with a load and a store each: what an optimal search runs.
SearchTree small_search();

// A search of that many executions, which all branch at the first choice.
SearchTree wide_search(int executions);

// Four threads that switch every few steps.
FailureReport many_switches(int steps);

}  // namespace mcheck::samples
