// SPDX-License-Identifier: MIT
// A failing trace as a picture in Graphviz's language: one lane per thread, time downwards; alone,
// or beside the nearest passing execution. All nodes have fixed positions; `layout=neato` in the
// text makes every Graphviz tool respect them.
//
// Names from the program stand in HTML-like labels and are escaped there; nodes are numbered.
#pragma once

#include <string>

#include "engine/trace/results/result.hpp"

namespace mcheck {

struct GraphStyle {
  std::string title;  // above the picture
  bool full = false;  // all steps; otherwise long traces are folded
};

[[nodiscard]] std::string execution_graph(const FailureReport& failure, const GraphStyle& style);

// REQUIRES: the failure has a passing execution.
[[nodiscard]] std::string twins_graph(const FailureReport& failure, const GraphStyle& style);

}  // namespace mcheck
