// SPDX-License-Identifier: MIT
// The calls of a class test one at a time, in every order that keeps the order of each thread: what
// a concurrent execution is compared with. Each call runs in its own thread, so that owners,
// recursive locks and thread-locals mean what they mean in the concurrent test.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
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

using CallOrder = std::vector<std::uint8_t>;   // numbers of calls of threads
using CallResults = std::vector<std::string>;  // by number of the call, of all calls

struct SequentialRuns {
  std::vector<TestCall> calls;  // empty if no order ends
  std::map<CallResults, std::set<CallOrder>> finished;
  std::map<FailureKind, CallOrder> failures;  // with the first order that fails so
  // The first order after which no thread can make its next call: in each it blocks for ever.
  bool can_block = false;
  CallOrder blocked_after{};
  std::uint64_t orders = 0;
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
