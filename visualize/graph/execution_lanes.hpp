// SPDX-License-Identifier: MIT
// One execution as lanes in Graphviz's language: its steps, the links between them, and its end.
// execution_graph.hpp makes pictures of one or two executions.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "engine/trace/results/result.hpp"
#include "visualize/graph/dot_document.hpp"
#include "visualize/graph/lane_canvas.hpp"
#include "visualize/model/trace_links.hpp"

namespace mcheck {

inline constexpr std::size_t kMaxFailureText = 90;  // columns of a message beside the failure

struct LanesStyle {
  std::string prefix;
  int left = 0;
  std::string heading;         // above the lanes; "" for none
  std::string heading_colour;  // of its box
  std::vector<std::string> threads;
  std::vector<FoldedLine> lines;  // which steps are shown
  DecisiveSteps pair;
  int branch_step = -1;  // how many steps both executions share; -1: there is only one
};

struct DrawnLanes {
  std::string text;
  int right = 0;
  std::set<std::string> shown;  // texts of the legend's entries that it uses
};

[[nodiscard]] DrawnLanes draw_lanes(const FailureReport& failure, const LanesStyle& style);

// The entries with these texts, always in the same order.
[[nodiscard]] std::vector<LegendEntry> legend_of(const std::set<std::string>& shown);

}  // namespace mcheck
