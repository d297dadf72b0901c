// SPDX-License-Identifier: MIT
#include "visualize/graph/execution_graph.hpp"

#include <algorithm>

#include "engine/base/utf8.hpp"
#include "visualize/graph/dot_document.hpp"
#include "visualize/graph/execution_lanes.hpp"
#include "visualize/model/folded_trace.hpp"
#include "visualize/model/palette.hpp"
#include "visualize/model/trace_links.hpp"
#include "visualize/model/wording.hpp"

namespace mcheck {
namespace {

constexpr std::size_t kMaxGraphRows = 40;
constexpr std::size_t kMaxTwinRows = 30;
constexpr int kTwinGapPoints = 40;
constexpr const char* kPassColour = "#009e73";

// Both executions have the same lanes, so that they can be compared.
std::vector<std::string> threads_of_both(const FailureReport& failure, const FailureReport& twin) {
  std::vector<std::string> names = threads_of(failure);
  for (const std::string& name : threads_of(twin)) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  return names;
}

// The red node at the end contains the message if it is short: then it is not repeated above.
std::string message_above(const FailureReport& failure) {
  const std::string message = plain_message(failure);
  const bool below = !is_execution_wide(failure.kind) && sides_of(failure).empty();
  return below && columns_of(one_line(message)) <= kMaxFailureText ? "" : message;
}

}  // namespace

std::string execution_graph(const FailureReport& failure, const GraphStyle& style) {
  const DrawnLanes lanes =
      draw_lanes(failure, {.threads = threads_of(failure),
                           .lines = folded_for_picture(failure, style.full ? 0 : kMaxGraphRows),
                           .pair = decisive_pair(failure)});
  return dot_document({.title = style.title,
                       .message = message_above(failure),
                       .legend = legend_of(lanes.shown),
                       .width = lanes.right},
                      lanes.text);
}

std::string twins_graph(const FailureReport& failure, const GraphStyle& style) {
  const FailureReport twin = passing_twin(failure);
  const std::size_t max_lines = style.full ? 0 : kMaxTwinRows;
  const auto common = static_cast<int>(common_steps(failure.trace, twin.trace));
  LanesStyle left{.prefix = "f",
                  .heading = "fails: " + failure_noun(failure.kind),
                  .heading_colour = kFailureColour,
                  .threads = threads_of_both(failure, twin),
                  .lines = folded_for_picture(failure, max_lines),
                  .pair = decisive_pair(failure),
                  .branch_step = common};
  DrawnLanes lanes = draw_lanes(failure, left);
  LanesStyle right{.prefix = "p",
                   .left = lanes.right + kTwinGapPoints,
                   .heading = "passes: the nearest that does",
                   .heading_colour = kPassColour,
                   .threads = left.threads,
                   .lines = folded_for_picture(twin, max_lines),
                   .pair = decisive_pair_passing(failure),
                   .branch_step = common};
  DrawnLanes other = draw_lanes(twin, right);
  lanes.shown.merge(other.shown);
  return dot_document({.title = style.title,
                       .message = message_above(failure),
                       .legend = legend_of(lanes.shown),
                       .width = other.right},
                      lanes.text + other.text);
}

}  // namespace mcheck
