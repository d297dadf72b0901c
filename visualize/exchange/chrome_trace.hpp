// SPDX-License-Identifier: MIT
// An execution in the Trace Event Format, which chrome://tracing and https://ui.perfetto.dev open:
// a track for each thread, an arrow from each write to the steps that read it and from each step to
// the steps that it enables. Time is the number of the step: a step takes one microsecond.
#pragma once

#include <string>

#include "engine/trace/results/result.hpp"

namespace mcheck {

struct ChromeTraceStyle {
  std::string title;
  bool twins = false;  // adds the passing execution as a second process
};

// Nothing is folded: the viewer zooms.
[[nodiscard]] std::string chrome_trace(const FailureReport& failure, const ChromeTraceStyle& style);

}  // namespace mcheck
