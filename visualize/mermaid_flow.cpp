// SPDX-License-Identifier: MIT
// Waits, two executions and searches as Mermaid flowcharts. Declared in mermaid.hpp.
#include <algorithm>

#include "visualize/links.hpp"
#include "visualize/mermaid.hpp"
#include "visualize/mermaid_text.hpp"
#include "visualize/palette.hpp"
#include "visualize/search_picture.hpp"
#include "visualize/wait_graph.hpp"
#include "visualize/words.hpp"

namespace mcheck {
namespace {

constexpr std::size_t kLongestNodeText = 44;
constexpr std::size_t kMostNodes = 40;

std::string text(const std::string& words) { return mermaid_text(words, kLongestNodeText); }

// A flowchart, built line by line; it counts edges, because Mermaid refers to them by number.
class Flow {
 public:
  explicit Flow(const char* direction) : out_(std::string("flowchart ") + direction + "\n") {}

  void line(const std::string& words) { out_ += "  " + words + "\n"; }

  void node(const std::string& id, const std::string& label, const std::string& look) {
    line(id + "[\"" + label + "\"]:::" + look);
  }

  void edge(const std::string& from, const std::string& arrow, const std::string& to, bool red) {
    line(from + " " + arrow + " " + to);
    if (red) red_ += (red_.empty() ? "" : ",") + std::to_string(edges_);
    ++edges_;
  }

  [[nodiscard]] std::string take(std::size_t threads) {
    for (std::size_t lane = 0; lane < threads; ++lane) {
      const ThreadColour& colour = thread_colour(lane);
      look("t" + std::to_string(lane), colour.pale, colour.strong, "#000000", "");
    }
    look("plain", "#ffffff", "#555555", "#000000", "");
    look("faint", "#ffffff", "#8a8a8a", "#555555", ",stroke-dasharray: 3 3");
    look("good", "#ffffff", "#009e73", "#00614a", "");
    look("bad", kFailureColour, kFailureColour, "#ffffff", "");
    if (!red_.empty()) {
      line("linkStyle " + red_ + " stroke:" + kFailureColour + ",stroke-width:3px");
    }
    return std::move(out_);
  }

 private:
  void look(const std::string& name, const char* fill, const char* stroke, const char* letters,
            const char* more) {
    line("classDef " + name + " fill:" + fill + ",stroke:" + stroke + ",color:" + letters + more);
  }

  std::string out_;
  std::string red_;
  std::size_t edges_ = 0;
};

std::string thread_look(const std::vector<std::string>& threads, const std::string& thread) {
  const auto lane = std::ranges::find(threads, thread);
  return lane == threads.end() ? "plain" : "t" + std::to_string(lane - threads.begin());
}

// One of two executions: a chain of its steps, in a frame.
void chain(Flow& flow, const FailureReport& failure, const char* prefix, DecisivePair pair,
           const std::vector<std::string>& threads) {
  std::string last;
  const auto add = [&](const std::string& id, const std::string& label, const std::string& look) {
    flow.node(id, label, look);
    if (!last.empty()) flow.edge(last, "-->", id, look == "bad");
    last = id;
  };
  for (const FoldedLine& line : folded_for_picture(failure, kMostNodes)) {
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
        thread_look(threads, step.thread));
  }
  const bool fails = !failure.message.empty();
  add(std::string(prefix) + "last", fails ? "✗ " + text(failure_text(failure.kind)) : "✓ passes",
      fails ? "bad" : "good");
}

}  // namespace

std::string mermaid_waits(const FailureReport& failure) {
  const WaitGraph graph = wait_graph_of(failure);
  Flow flow("LR");
  std::size_t threads = 0;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const WaitNode& node = graph.nodes[i];
    const std::string id = "w" + std::to_string(i);
    std::string label = text(node.name);
    if (!node.text.empty()) label += "<br/>" + text(node.text);
    if (!node.place.empty()) label += "<br/>" + text(node.place);
    if (node.is_thread) {
      flow.node(id, label, "t" + std::to_string(node.lane));
      threads = std::max(threads, node.lane + 1);
    } else {
      flow.line(id + "([\"" + label + "\"]):::plain");
    }
  }
  for (const WaitEdge& edge : graph.edges) {
    flow.edge("w" + std::to_string(edge.from), edge.held ? "-. held by .->" : "-- waits for -->",
              "w" + std::to_string(edge.to), edge.in_circle);
  }
  return flow.take(threads);
}

std::string mermaid_twins(const FailureReport& failure) {
  const FailureReport twin = passing_twin(failure);
  const std::vector<std::string> threads = threads_of(failure);
  Flow flow("LR");
  flow.line("subgraph fails");
  flow.line("direction TB");
  chain(flow, failure, "f", decisive_pair(failure), threads);
  flow.line("end");
  flow.line("subgraph passes");
  flow.line("direction TB");
  chain(flow, twin, "p", decisive_pair_passing(failure), threads);
  flow.line("end");
  return flow.take(threads.size());
}

// A box also says how the execution ended and what was not run: an edge for each would be too many.
std::string mermaid_search(const SearchTree& tree) {
  const std::vector<TreeBox> boxes = boxes_of(tree);
  const std::vector<std::string> threads = threads_of(tree);
  Flow flow("LR");
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
    if (box.not_run > 0) add(text(missing_ways_text(tree, box)));
    const std::string other = box.end.empty() ? thread_look(threads, box.thread) : "faint";
    const std::string id = "b" + std::to_string(i);
    flow.node(id, label, box.ends_in_failure() ? "bad" : finished ? "good" : other);
    if (box.parent >= 0) flow.edge("b" + std::to_string(box.parent), "-->", id, box.fails);
  }
  return flow.take(threads.size());
}

}  // namespace mcheck
