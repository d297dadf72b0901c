// SPDX-License-Identifier: MIT
// A failing trace as text: one column per thread, time downwards, places at the right, at most 100
// columns. A line of its own says why another thread continues.
//
//      main                 T1               T2
//      ───────────────────  ───────────────  ───────────────
//   1  start thread T1                                        lost_update.cpp:12
//      └ then waits for T1                                    lost_update.cpp:14
//   2                       load counter: 0                   lost_update.cpp:7
//                           ‖ preempted by T2
//   3                                        load counter: 0  lost_update.cpp:7
//
// A line shows one step, so columns may be narrow: a text extends to the right, where the line is
// empty. If there are more threads than fit side by side, each step repeats the thread's name.
#pragma once

#include <string>

#include "engine/trace/results/result.hpp"

namespace mcheck {

struct ColumnsStyle {
  bool coloured = false;
  bool full = false;  // all steps; otherwise long traces are folded
};

// Lines, each with its line end; "" for an empty trace.
[[nodiscard]] std::string columns(const FailureReport& failure, ColumnsStyle style);

}  // namespace mcheck
