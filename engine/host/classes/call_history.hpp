// SPDX-License-Identifier: MIT
// The calls of an execution as intervals, and the orders that it permits.
//
// A call precedes another if it returns before the other begins. That depends on the execution, and
// a reduction runs one execution for a whole class of them: those that differ in the order of
// independent steps only. In some of them more calls precede others. The class is not linearizable
// if one of its executions is not, so find_worst_order() looks for the execution with the worst
// order.
//
// Which orders an execution permits depends on the condition:
//   linearizable  no call comes before one that had returned when it began [HW90]
//   quiescent     no call comes before one that had returned at an earlier moment at which no call
//                 was running [AHS94]; calls of one thread may change places
//   sequential    any order that keeps the calls of each thread [L79], so that executions of the
//                 class do not differ
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

#include <mcheck/explore.hpp>

#include "engine/host/classes/sequential_runs.hpp"
#include "engine/search/strategy/transitions.hpp"

namespace mcheck {

class CallHistory {
 public:
  // The calls of threads other than main, up to the end of the log.
  CallHistory(const Execution& execution, consistency condition);

  // Whether this execution permits one of the orders.
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
  [[nodiscard]] bool keeps_returns(const CallOrder& order) const;
  [[nodiscard]] bool keeps_quiescence(const CallOrder& order) const;
  [[nodiscard]] std::vector<std::uint32_t> complete(std::span<const std::uint32_t> marks) const;

  const Execution& execution_;
  consistency condition_;
  std::vector<Interval> intervals_;  // in the order of their beginnings
};

}  // namespace mcheck
