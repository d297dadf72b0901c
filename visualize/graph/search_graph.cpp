// SPDX-License-Identifier: MIT
#include "visualize/graph/search_graph.hpp"

#include <algorithm>
#include <map>

#include "engine/base/utf8.hpp"
#include "visualize/graph/dot_document.hpp"
#include "visualize/graph/dot_text.hpp"
#include "visualize/model/palette.hpp"
#include "visualize/model/wording.hpp"

namespace mcheck {
namespace {

constexpr std::size_t kMaxBoxLine = 44;
constexpr std::size_t kMaxBoxLines = 7;  // in a box
constexpr const char* kFinishColour = "#009e73";
constexpr const char* kOtherColour = "#8a8a8a";

bool is_failure(const std::string& end) {
  return !end.empty() && end != kTreeFinished && end != kTreeCutOff && end != kTreeRedundant &&
         end != kTreeProbe;
}

class TreeBoxBuilder {
 public:
  explicit TreeBoxBuilder(const SearchTree& tree) : tree_(tree), children_(tree.nodes.size()) {
    for (std::size_t i = 1; i < tree.nodes.size(); ++i) {
      const int parent = tree.nodes[i].parent;
      if (parent >= 0 && parent < static_cast<int>(i)) {
        children_[static_cast<std::size_t>(parent)].push_back(i);
      }
    }
    if (!tree.nodes.empty()) walk();
    for (std::size_t i = boxes_.size(); i-- > 0;) {
      TreeBox& box = boxes_[i];
      box.fails = box.fails || is_failure(box.end);
      if (box.fails && box.parent >= 0) boxes_[static_cast<std::size_t>(box.parent)].fails = true;
    }
  }

  [[nodiscard]] std::vector<TreeBox> take() { return std::move(boxes_); }

 private:
  struct PendingNode {
    std::size_t node = 0;
    int parent = -1;
  };

  // Depth first, the first child first; iterative, because a path may be long.
  void walk() {
    std::vector<PendingNode> pending = {{0, -1}};
    while (!pending.empty()) {
      const PendingNode next = pending.back();
      pending.pop_back();
      const std::size_t last = box(next);
      const int parent = static_cast<int>(boxes_.size()) - 1;
      for (auto child = children_[last].rbegin(); child != children_[last].rend(); ++child) {
        pending.push_back({*child, parent});
      }
    }
  }

  // Adds one box, down to the next branch point or the end of an execution; returns its last node.
  std::size_t box(const PendingNode& from) {
    TreeBox box{.parent = from.parent};
    std::vector<std::pair<std::string, std::string>> runs;
    std::size_t at = from.node;
    for (;;) {
      const TreeNode& node = tree_.nodes[at];
      if (!node.step.empty()) {
        const std::string step = one_line(node.step);
        if (!runs.empty() && runs.back().first == node.thread) {
          runs.back().second += ", " + step;
        } else {
          runs.emplace_back(node.thread, step);
        }
      }
      const std::size_t taken = children_[at].size();
      if (taken > 0 && node.alternatives > taken)
        box.not_run += node.alternatives - static_cast<unsigned>(taken);
      if (taken != 1 || !node.end.empty()) break;
      at = children_[at].front();
    }
    box.end = tree_.nodes[at].end;
    if (runs.size() == 1) box.thread = runs.front().first;
    for (const auto& [thread, steps] : runs) {
      box.lines.push_back(shortened(one_line(thread) + ": " + steps, kMaxBoxLine));
    }
    if (box.lines.size() > kMaxBoxLines) {
      const std::size_t hidden = box.lines.size() - kMaxBoxLines + 1;
      const auto first = box.lines.begin() + kMaxBoxLines / 2;
      *first = "… " + grouped(hidden) + " more switches";
      box.lines.erase(first + 1, first + static_cast<std::ptrdiff_t>(hidden));
    }
    boxes_.push_back(std::move(box));
    return at;
  }

  const SearchTree& tree_;
  std::vector<std::vector<std::size_t>> children_;
  std::vector<TreeBox> boxes_;
};

// The mean with one decimal: "2.1".
std::string mean_text(std::uint64_t sum, std::uint64_t count) {
  const std::uint64_t tenths = (10 * sum + count / 2) / count;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
}

std::string end_node(const std::string& id, const TreeBox& box) {
  const bool fails = box.ends_in_failure();
  const bool finished = box.end == kTreeFinished;
  const std::string mark = fails ? "✗ " : finished ? "✓ " : "";
  const char* colour = fails ? kFailureColour : finished ? kFinishColour : kOtherColour;
  return "  " + id + " " +
         dot_attributes({{"label", "<" +
                                       with_font("<B>" + mark + escaped_label(box.end) + "</B>", 10,
                                                 fails ? "white" : colour) +
                                       ">"},
                         {"color", colour},
                         {"fillcolor", fails ? kFailureColour : "white"},
                         {"style", finished || fails ? "rounded,filled" : "rounded,filled,dashed"},
                         {"height", "0.25"}}) +
         "\n";
}

std::string edge(const std::string& from, const std::string& to, const char* colour,
                 const char* width, const char* style = "solid") {
  return "  " + from + " -> " + to + " " +
         dot_attributes({{"color", colour}, {"penwidth", width}, {"style", style}}) + "\n";
}

std::string box_node(const std::string& id, const TreeBox& box,
                     const std::vector<std::string>& threads) {
  std::string label;
  for (const std::string& line : box.lines) {
    label += with_font(escaped_label(line), 10, "#111111") + "<BR ALIGN=\"LEFT\"/>";
  }
  if (label.empty()) label = "<B>start</B>";
  const auto lane = std::ranges::find(threads, box.thread);
  const bool one = !box.thread.empty() && lane != threads.end();
  const ThreadColour& colour = thread_colour(static_cast<std::size_t>(lane - threads.begin()));
  return "  " + id + " " +
         dot_attributes({{"label", "<" + label + ">"},
                         {"color", one ? colour.strong : "#555555"},
                         {"fillcolor", one ? colour.pale : "white"}}) +
         "\n";
}

std::string not_run_node(const std::string& id, const std::string& text) {
  return "  " + id + " " +
         dot_attributes({{"label", "<" + with_font(text, 9, kOtherColour) + ">"},
                         {"color", kOtherColour},
                         {"style", "dotted"},
                         {"height", "0.2"}}) +
         "\n" + edge(id.substr(1), id, kOtherColour, "1", "dotted");
}

}  // namespace

bool TreeBox::ends_in_failure() const { return is_failure(end); }

std::vector<TreeBox> boxes_of(const SearchTree& tree) { return TreeBoxBuilder(tree).take(); }

std::vector<std::string> threads_of(const SearchTree& tree) {
  std::vector<std::string> names;
  for (const TreeNode& node : tree.nodes) {
    const bool known = std::ranges::find(names, node.thread) != names.end();
    if (!node.thread.empty() && !known) names.push_back(node.thread);
  }
  const auto main = std::ranges::find(names, "main");
  if (main != names.end()) std::rotate(names.begin(), main, main + 1);
  return names;
}

std::string tree_summary(const SearchTree& tree) {
  std::map<std::string, std::uint64_t> ends;
  std::uint64_t all = 0;
  for (const TreeNode& node : tree.nodes) {
    if (node.end.empty()) continue;
    ++ends[is_failure(node.end) ? "failed" : node.end];
    ++all;
  }
  std::string text = counted(all, "execution");
  if (tree.left_out > 0) text = grouped(all) + " of " + counted(all + tree.left_out, "execution");
  std::string parts;
  for (const auto& [end, count] : ends) {
    parts += (parts.empty() ? ": " : ", ") + grouped(count) + " " + one_line(end);
  }
  const std::string coverage = tree.complete
                                   ? "; other executions cover the alternatives that were not run"
                               : tree.left_out > 0 ? "; too many to draw all"
                                                   : "; the search stopped early";
  return text + parts + coverage;
}

std::string tree_statistics_text(const SearchTree& tree) {
  const TreeStatistics& statistics = tree.statistics;
  if (tree.left_out == 0 || statistics.executions == 0) return "";
  const std::string least = grouped(statistics.least_choices);
  const std::string most = grouped(statistics.most_choices);
  std::string text = ". All " + grouped(statistics.executions) + ": " +
                     (least == most ? least : least + " to " + most) + " choices deep";
  if (statistics.choices > 0) {
    text += ", " + mean_text(statistics.alternatives, statistics.choices) +
            " alternatives at a branch point";
  }
  if (statistics.failed == 0) return text + ", none failed";
  text += ", " + grouped(statistics.failed) + " failed";
  return text + (statistics.failed > 1 ? ", the first of them execution " : ": execution ") +
         grouped(statistics.first_failed);
}

std::string missing_alternatives_text(const SearchTree& tree, const TreeBox& box) {
  return counted(box.not_run, "alternative") + (tree.left_out > 0 ? " not shown" : " not run");
}

std::string search_graph(const SearchTree& tree, const std::string& title) {
  const std::vector<TreeBox> boxes = boxes_of(tree);
  const std::vector<std::string> threads = threads_of(tree);
  std::string body = "  rankdir=LR; nodesep=0.12; ranksep=0.4;\n";
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const TreeBox& box = boxes[i];
    const std::string id = "b" + std::to_string(i);
    const char* colour = box.fails ? kFailureColour : "#555555";
    body += box_node(id, box, threads);
    if (box.parent >= 0) {
      body += edge("b" + std::to_string(box.parent), id, colour, box.fails ? "2.2" : "1.2");
    }
    if (!box.end.empty()) {
      body += end_node("e" + id, box);
      const bool fails = box.ends_in_failure();
      body += edge(id, "e" + id, fails ? kFailureColour : "#555555", fails ? "2.2" : "1.2");
    }
    if (box.not_run > 0) body += not_run_node("n" + id, missing_alternatives_text(tree, box));
  }
  return dot_document({.title = title,
                       .message = tree_summary(tree) + tree_statistics_text(tree),
                       .legend = {{"━", "leads to a failure", kFailureColour},
                                  {"┈",
                                   tree.complete       ? "not run: covered by other executions"
                                   : tree.left_out > 0 ? "not shown"
                                                       : "not run",
                                   kOtherColour}},
                       .width = 640,
                       .layout = "dot"},
                      body);
}

}  // namespace mcheck
