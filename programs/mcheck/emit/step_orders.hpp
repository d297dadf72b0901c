// SPDX-License-Identifier: MIT
// The orders of steps that make an execution what it is: of each two steps of different threads
// that depend on each other, the first precedes the second. Orders that follow from others, from
// the program's own order or from the start and the end of threads are left out.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "engine/trace/results/result.hpp"

namespace mcheck::command {

// A step of the trace, or one that a blocked thread waits to do.
struct OrderedStep {
  std::string thread;
  std::string operation;
  std::string object;  // "" if it has no name that other executions would use
  std::string function;
  std::string file;
  int line = 0;
  unsigned time = 1;  // counts the steps of the thread that look the same, up to this one
};

struct StepOrder {
  std::size_t first = 0;  // indices of steps
  std::size_t second = 0;

  friend bool operator==(const StepOrder&, const StepOrder&) = default;
};

struct StepOrders {
  std::vector<OrderedStep> steps;   // the trace; then pending ones
  std::vector<StepOrder> orders;    // by the second step
  std::vector<StepOrder> decisive;  // the pair that decides; empty if none is known
};

// From now on operations on these objects are called by operation and function only.
void drop_objects(StepOrders& found, const std::set<std::string>& objects);

[[nodiscard]] StepOrders step_orders(const FailureReport& failure);

}  // namespace mcheck::command
