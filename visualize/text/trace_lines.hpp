// SPDX-License-Identifier: MIT
// A failing trace as lines before layout: what each thread does, when and why it stops and another
// continues, and how the execution ends. It does not know columns and pages.
#pragma once

#include <string>
#include <vector>

#include "engine/trace/results/result.hpp"

namespace mcheck {

enum class TraceLineKind {
  kStep,
  kSwitch,      // the thread stops here because it is not enabled
  kPreemption,  // the thread was still enabled
  kFolded,      // several steps in one line
  kFailure,
};

struct TraceLine {
  TraceLineKind kind = TraceLineKind::kStep;
  std::string thread;
  std::string number{};  // of the step
  std::string text;
  std::string note{};  // additional information
  std::string file{};
  int line = 0;
  std::size_t steps = 0;  // how many steps of the trace it stands for
  bool decisive = false;  // one of the decisive pair
};

// In about as many lines as a screen has; with `full`, all steps one by one.
[[nodiscard]] std::vector<TraceLine> trace_lines(const FailureReport& failure, bool full);

// What the marks of these lines mean, one line per mark that occurs.
[[nodiscard]] std::string legend_text(const FailureReport& failure,
                                      const std::vector<TraceLine>& lines);

}  // namespace mcheck
