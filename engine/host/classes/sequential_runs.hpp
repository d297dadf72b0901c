// SPDX-License-Identifier: MIT
// The calls of a class test one at a time, in every order that keeps the order of each thread (for
// quiescent consistency: in any order): what a concurrent execution is compared with. If the class
// has a reference, the calls are made on an object of that. Calls that wait are also split into
// several operations (split_calls.hpp).
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/json.hpp"
#include "engine/host/search/exploration.hpp"
#include "engine/trace/failures/failure.hpp"

namespace mcheck {

// A call as the test writes it.
struct TestCall {
  std::string text;  // "push(1)"
  int thread = 0;    // CallResult::thread
};

// Numbers of calls of threads. A call that waits may have several operations, and so stand in it
// several times.
using CallOrder = std::vector<std::uint8_t>;
using CallResults = std::vector<std::string>;  // by number of the call, of all calls

inline constexpr std::string_view kThrownPrefix = "throws ";  // a result that is an exception

// Whether the execution ended because some thread cannot go on, for whatever reason.
[[nodiscard]] bool is_stuck(FailureKind kind);

struct SequentialRuns {
  std::vector<TestCall> calls;  // empty if no order ends
  std::map<CallResults, std::set<CallOrder>> finished;
  std::map<FailureKind, CallOrder> failures;    // with the first order that fails so
  std::set<FailureKind> failures_in_any_order;  // also in orders that do not keep those of threads
  // The calls after which no thread can go on: in each next call it blocks, or spins, for ever.
  std::set<std::set<std::uint8_t>> stuck_after;
  std::set<std::string> exceptions;  // results of some order that are exceptions
  // Whether some call blocks or times out in some order: what it does while it waits can then be
  // visible to others, as no order of whole calls shows.
  bool waits = false;
  // If so: why `finished` has no orders in which calls that wait are split; "": it has them.
  std::string uncompared;
  std::uint64_t orders = 0;
  // Whether the program ran a class test at all.
  bool is_class_test = false;
  // Why these are not all orders; empty if they are.
  std::string incomplete;
};

[[nodiscard]] SequentialRuns run_calls_in_turns(const Subject& subject, const options& how);
// The same, kept for take_orders(): the command asks for the orders of a test, and then for its
// exploration.
[[nodiscard]] const SequentialRuns& keep_orders(const Subject& subject, const options& how);
// Those kept for this test, or run now.
[[nodiscard]] SequentialRuns take_orders(const Subject& subject, const options& how);

// As a message to the command.
[[nodiscard]] Json to_json(const SequentialRuns& runs);

}  // namespace mcheck
