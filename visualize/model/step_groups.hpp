// SPDX-License-Identifier: MIT
// Which steps of a trace a text shows one by one, and which it merges into one line: a wait and the
// unlock inside it, steps without a place in the program, iterations of a loop; and, if the text is
// still too long, calls without a switch, the middle of long runs, the middle of the trace.
//
// Decisive steps are never merged with others: the decisive pair, a lost notification, the last
// step.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/trace/results/result.hpp"

namespace mcheck {

struct StepGroup {
  std::size_t first = 0;
  std::size_t count = 1;
  std::string merged{};          // the text of merged steps; "" for a single step
  bool is_hidden = false;        // not shown at all
  bool shown_as_step = true;     // a single step, or several that a reader sees as one
  bool several_threads = false;  // a part of the trace with several threads
  std::size_t caller = 0;  // of a call: index of its caller in the first step's frames; 0: no call
};

// All steps in order, in about `limit` lines including those of the switches; 0: each step by
// itself.
[[nodiscard]] std::vector<StepGroup> group_steps(const FailureReport& failure, std::size_t limit);

// A call of a class test, or its return.
[[nodiscard]] bool is_call_of_test(const TraceStep& step);

// A notification that no thread received, in a failure that is about one.
[[nodiscard]] bool is_lost_notify(const FailureReport& failure, const TraceStep& step);

}  // namespace mcheck
