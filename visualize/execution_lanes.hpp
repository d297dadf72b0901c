// SPDX-License-Identifier: MIT
// One execution as lanes in Graphviz's language: its steps, what leads from one to another, and
// how it ended. graph.hpp makes pictures of one or two of them.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "engine/trace/result.hpp"
#include "visualize/dot_page.hpp"
#include "visualize/lane_sheet.hpp"
#include "visualize/links.hpp"

namespace mcheck {

inline constexpr std::size_t kLongestFailure = 90;  // letters of a message beside the failure

struct LanesStyle {
  std::string prefix;
  int left = 0;
  std::string heading;         // above the lanes; "" for none
  std::string heading_colour;  // of its box
  std::vector<std::string> threads;
  std::vector<FoldedLine> lines;  // which steps are shown
  DecisivePair pair;
  int parts_after = -1;  // of two executions: so many steps are the same; -1: it is alone
};

struct DrawnLanes {
  std::string text;
  int right = 0;
  std::set<std::string> shown;  // marks of the legend that it has use for
};

[[nodiscard]] DrawnLanes draw_lanes(const FailureReport& failure, const LanesStyle& style);

// Of these marks; in one order, whatever is shown.
[[nodiscard]] std::vector<LegendEntry> legend_of(const std::set<std::string>& shown);

}  // namespace mcheck
