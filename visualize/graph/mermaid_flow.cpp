// SPDX-License-Identifier: MIT
// Waits, two executions and searches as Mermaid flowcharts. Declared in mermaid.hpp.
#include <algorithm>

#include "visualize/graph/mermaid.hpp"
#include "visualize/graph/mermaid_text.hpp"
#include "visualize/graph/search_graph.hpp"
#include "visualize/graph/wait_graph.hpp"
#include "visualize/model/palette.hpp"
#include "visualize/model/trace_links.hpp"
#include "visualize/model/wording.hpp"

namespace mcheck {
namespace {

constexpr std::size_t kMaxFlowNodeText = 44;
constexpr std::size_t kMaxChainNodes = 40;

std::string text(const std::string& words) { return mermaid_text(words, kMaxFlowNodeText); }

// A flowchart, built line by line; it counts edges, because Mermaid refers to them by number.
class Flowchart {
 public:
  explicit Flowchart(const char* direction) : out_(std::string("flowchart ") + direction + "\n") {}

  void line(const std::string& words) { out_ += "  " + words + "\n"; }

  void node(const std::string& id, const std::string& label, const std::string& node_class) {
    line(id + "[\"" + label + "\"]:::" + node_class);
  }

  void edge(const std::string& from, const std::string& arrow, const std::string& to, bool red) {
    line(from + " " + arrow + " " + to);
    if (red) red_ += (red_.empty() ? "" : ",") + std::to_string(edges_);
    ++edges_;
  }

  [[nodiscard]] std::string take(std::size_t threads) {
    for (std::size_t lane = 0; lane < threads; ++lane) {
      const ThreadColour& colour = thread_colour(lane);
      node_class("t" + std::to_string(lane), colour.pale, colour.strong, "#000000", "");
    }
    node_class("plain", "#ffffff", "#555555", "#000000", "");
    node_class("faint", "#ffffff", "#8a8a8a", "#555555", ",stroke-dasharray: 3 3");
    node_class("good", "#ffffff", "#009e73", "#00614a", "");
    node_class("bad", kFailureColour, kFailureColour, "#ffffff", "");
    if (!red_.empty()) {
      line("linkStyle " + red_ + " stroke:" + kFailureColour + ",stroke-width:3px");
    }
    return std::move(out_);
  }

 private:
  void node_class(const std::string& name, const char* fill, const char* stroke,
                  const char* letters, const char* more) {
    line("classDef " + name + " fill:" + fill + ",stroke:" + stroke + ",color:" + letters + more);
  }

  std::string out_;
  std::string red_;
  std::size_t edges_ = 0;
};

std::string thread_class(const std::vector<std::string>& threads, const std::string& thread) {
  const auto lane = std::ranges::find(threads, thread);
  return lane == threads.end() ? "plain" : "t" + std::to_string(lane - threads.begin());
}

// One of two executions: a chain of its steps, in a frame.
void chain(Flowchart& flowchart, const FailureReport& failure, const char* prefix,
           DecisiveSteps pair, const std::vector<std::string>& threads) {
  std::string last;
  const auto add = [&](const std::string& id, const std::string& label,
                       const std::string& node_class) {
    flowchart.node(id, label, node_class);
    if (!last.empty()) flowchart.edge(last, "-->", id, node_class == "bad");
    last = id;
  };
  for (const FoldedLine& line : folded_for_picture(failure, kMaxChainNodes)) {
    const TraceStep& step = failure.trace[line.step];
    const std::string id = prefix + std::to_string(line.step);
    if (line.hidden > 0) {
      add(id, text("… " + grouped(line.hidden) + " more steps"), "faint");
      continue;
    }
    const int number = static_cast<int>(line.step);
    const char* mark = number == pair.first ? "① " : number == pair.second ? "② " : "";
    add(id,
        mark + std::to_string(line.step + 1) + " " + text(step.thread) + "<br/>" +
            text(step_text(step)),
        thread_class(threads, step.thread));
  }
  const bool fails = !failure.message.empty();
  add(std::string(prefix) + "last", fails ? "✗ " + text(failure_text(failure.kind)) : "✓ passes",
      fails ? "bad" : "good");
}

}  // namespace

std::string mermaid_waits(const FailureReport& failure) {
  const WaitGraph graph = wait_graph_of(failure);
  Flowchart flowchart("LR");
  std::size_t threads = 0;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const WaitNode& node = graph.nodes[i];
    const std::string id = "w" + std::to_string(i);
    std::string label = text(node.name);
    if (!node.text.empty()) label += "<br/>" + text(node.text);
    if (!node.place.empty()) label += "<br/>" + text(node.place);
    if (node.is_thread) {
      flowchart.node(id, label, "t" + std::to_string(node.lane));
      threads = std::max(threads, node.lane + 1);
    } else {
      flowchart.line(id + "([\"" + label + "\"]):::plain");
    }
  }
  for (const WaitEdge& edge : graph.edges) {
    flowchart.edge("w" + std::to_string(edge.from),
                   edge.held ? "-. held by .->" : "-- waits for -->", "w" + std::to_string(edge.to),
                   edge.in_cycle);
  }
  return flowchart.take(threads);
}

std::string mermaid_twins(const FailureReport& failure) {
  const FailureReport twin = passing_twin(failure);
  const std::vector<std::string> threads = threads_of(failure);
  Flowchart flowchart("LR");
  flowchart.line("subgraph fails");
  flowchart.line("direction TB");
  chain(flowchart, failure, "f", decisive_pair(failure), threads);
  flowchart.line("end");
  flowchart.line("subgraph passes");
  flowchart.line("direction TB");
  chain(flowchart, twin, "p", decisive_pair_passing(failure), threads);
  flowchart.line("end");
  return flowchart.take(threads.size());
}

// A box also says how the execution ended and what was not run: an edge for each would be too many.
std::string mermaid_search(const SearchTree& tree) {
  const std::vector<TreeBox> boxes = boxes_of(tree);
  const std::vector<std::string> threads = threads_of(tree);
  Flowchart flowchart("LR");
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const TreeBox& box = boxes[i];
    std::string label = box.lines.empty() ? "start" : "";
    const auto add = [&label](const std::string& line) {
      label += (label.empty() ? "" : "<br/>") + line;
    };
    for (const std::string& line : box.lines) add(text(line));
    const bool finished = box.end == kTreeFinished;
    if (!box.end.empty()) {
      add((box.ends_in_failure() ? "✗ " : finished ? "✓ " : "") + text(box.end));
    }
    if (box.not_run > 0) add(text(missing_alternatives_text(tree, box)));
    const std::string other = box.end.empty() ? thread_class(threads, box.thread) : "faint";
    const std::string id = "b" + std::to_string(i);
    flowchart.node(id, label, box.ends_in_failure() ? "bad" : finished ? "good" : other);
    if (box.parent >= 0) flowchart.edge("b" + std::to_string(box.parent), "-->", id, box.fails);
  }
  return flowchart.take(threads.size());
}

}  // namespace mcheck
