// SPDX-License-Identifier: MIT
// Which steps of a trace a text shows one by one, and which it tells together: a wait and the
// unlock inside it, what happens in no code of the program, the turns of a loop; and, where that is
// still too long, calls in which no switch happens, the middle of long runs, the middle of the
// trace.
//
// What decides is never told together with others: the pair of the turning point, a notify that
// nobody heard, the last step.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/trace/result.hpp"

namespace mcheck {

struct Told {
  std::size_t first = 0;
  std::size_t count = 1;
  std::string together{};  // how they are told; "" for one step as it is
  bool is_hidden = false;  // not at all
  bool is_step = true;     // for a person they are one, or it is only one
  bool several = false;    // of several threads, a part of the trace
  std::size_t caller = 0;  // of a call: its caller, among the first step's frames; 0: no call
};

// All steps in order, in about `most` lines with those of the switches; 0: each step as it is.
[[nodiscard]] std::vector<Told> told_together(const FailureReport& failure, std::size_t most);

// A notify that nobody heard, in a failure that is about one.
[[nodiscard]] bool is_lost_notify(const FailureReport& failure, const TraceStep& step);

}  // namespace mcheck
