// SPDX-License-Identifier: MIT
// The calls of an execution as intervals, and the orders that it permits.
//
// A call precedes another if it returns before the other begins. That depends on the execution, and
// a reduction runs one execution for a whole class of them: those that differ in the order of
// independent steps only. In some of them more calls precede others. The class is not linearizable
// if one of its executions is not, so search() looks for the execution with the worst order.
//
// Costs    Clocks for all events, once an execution; usually one order of the calls then fits all
//          executions of the class. Otherwise a search over the beginnings and returns of calls,
//          exponential in the number of threads.
// Oracle   tests/runtime/classes/linearizability_test.cpp: all interleavings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "engine/host/classes/sequential_runs.hpp"
#include "engine/search/strategy/transitions.hpp"

namespace mcheck {

class CallHistory {
 public:
  // The calls of threads other than main, up to the end of the log.
  explicit CallHistory(const Execution& execution);

  // Whether one of the orders keeps each call before those that it precedes in this execution.
  [[nodiscard]] bool permits(const std::set<CallOrder>& orders) const;

  // An execution of the class that permits none of the orders: its events, as positions in the log
  // of this one. No value: each execution of the class permits one.
  [[nodiscard]] std::optional<std::vector<std::uint32_t>> find_worst_order(
      const std::set<CallOrder>& orders);

  // The schedule of these events.
  [[nodiscard]] std::vector<Transition> schedule_of(std::span<const std::uint32_t> events) const;

 private:
  struct Interval {
    std::uint8_t call = 0;
    std::uint32_t begin = 0;  // positions in the log
    std::uint32_t end = 0;
  };

  [[nodiscard]] const Interval* interval_of(std::uint8_t call) const;
  [[nodiscard]] std::vector<std::uint32_t> complete(std::span<const std::uint32_t> marks) const;

  const Execution& execution_;
  std::vector<Interval> intervals_;
};

}  // namespace mcheck
