// SPDX-License-Identifier: MIT
// A failing trace as text: one column per thread, time downwards, places at the right, 100 columns
// at most. Where another thread goes on, a line of its own says why.
//
//      main            T1                T2
//    ────────────────────────────────────────────────
//   1  start thread T1                                   lost_update.cpp:12
//                      ↳ main waits for T1
//   2                  load counter: 0                   lost_update.cpp:7
//                                        ▶ preempts T1
//   3                                    load counter: 0 lost_update.cpp:7
//
// One step stands on a line, so a column may be narrow: text runs on to the right, where the line
// is empty. With more threads than fit side by side, the thread's name is told at each step.
#pragma once

#include <string>

#include "engine/trace/result.hpp"

namespace mcheck {

struct ColumnsStyle {
  bool coloured = false;
  bool full = false;  // all steps; otherwise long traces are folded
};

// Lines, each with its line end; "" for an empty trace.
[[nodiscard]] std::string columns(const FailureReport& failure, ColumnsStyle style);

}  // namespace mcheck
