// SPDX-License-Identifier: MIT
#include "visualize/graph/wait_graph.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <utility>

#include "engine/base/utf8.hpp"
#include "visualize/graph/dot_document.hpp"
#include "visualize/graph/dot_text.hpp"
#include "visualize/model/folded_trace.hpp"
#include "visualize/model/palette.hpp"
#include "visualize/model/trace_links.hpp"
#include "visualize/model/wording.hpp"

namespace mcheck {
namespace {

constexpr std::size_t kMaxWaitNodeText = 34;
constexpr int kWaitColumnPoints = 210;  // points from a waiting node to what it waits for
constexpr int kWaitRowPoints = 80;

const ThreadEnd* blocked_end(const FailureReport& failure, const std::string& thread) {
  const auto found = std::ranges::find_if(failure.threads, [&](const ThreadEnd& end) {
    return end.thread == thread && end.state == "blocked";
  });
  return found == failure.threads.end() ? nullptr : &*found;
}

class WaitGraphBuilder {
 public:
  explicit WaitGraphBuilder(const FailureReport& failure)
      : failure_(failure), lanes_(threads_of(failure)) {
    const std::vector<std::string> cycle = threads_in_cycle(failure);
    for (const std::string& thread : cycle) {
      add_thread(thread).in_cycle = true;
      if (const ThreadEnd* end = blocked_end(failure, thread); end != nullptr && has_object(*end)) {
        add_object(end->object).in_cycle = true;
      }
    }
    graph_.in_cycle = graph_.nodes.size();
    for (const ThreadEnd& end : failure.threads) {
      if (end.state == "blocked") add_waiting(end);
    }
    mark_cycle(cycle);
    set_distances();
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
      const bool holds = std::ranges::find(graph_.edges, i, &WaitEdge::from) != graph_.edges.end();
      if (!holds && !graph_.nodes[i].is_thread)
        graph_.nodes[i].text = "no thread is left that could";
    }
  }

  [[nodiscard]] WaitGraph take() { return std::move(graph_); }

 private:
  static bool has_object(const ThreadEnd& end) {
    return end.operation != "join" && !end.object.empty();
  }

  std::size_t node_index(bool is_thread, const std::string& name) {
    const auto [place, added] = node_indices_.try_emplace({is_thread, name}, graph_.nodes.size());
    if (added) graph_.nodes.push_back({.name = name, .is_thread = is_thread});
    return place->second;
  }

  WaitNode& add_thread(const std::string& name) {
    WaitNode& node = graph_.nodes[node_index(true, name)];
    const auto lane = std::ranges::find(lanes_, name);
    node.lane = static_cast<std::size_t>(lane - lanes_.begin());
    if (const ThreadEnd* end = blocked_end(failure_, name)) {
      node.text = wait_text(*end);
      node.place = place_text(end->file, end->line);
    }
    return node;
  }

  WaitNode& add_object(const std::string& name) { return graph_.nodes[node_index(false, name)]; }

  void add_waiting(const ThreadEnd& end) {
    (void)add_thread(end.thread);
    const std::size_t from = node_index(true, end.thread);
    std::size_t held = from;
    if (has_object(end)) {
      held = node_index(false, end.object);
      add_edge({.from = from, .to = held});
    }
    for (const std::string& holder : end.holders) {
      (void)add_thread(holder);
      add_edge({.from = held, .to = node_index(true, holder), .held = held != from});
    }
  }

  void add_edge(const WaitEdge& edge) {
    if (pairs_.insert({edge.from, edge.to}).second) graph_.edges.push_back(edge);
  }

  // Of the edges between nodes of the cycle, those that lead to the next node.
  void mark_cycle(const std::vector<std::string>& cycle) {
    for (WaitEdge& edge : graph_.edges) {
      const std::size_t next = (edge.from + 1) % std::max<std::size_t>(graph_.in_cycle, 1);
      edge.in_cycle = !cycle.empty() && edge.from < graph_.in_cycle && edge.to == next;
    }
  }

  // The longest path of waits from each node; bounded, because it may enter another cycle.
  void set_distances() {
    for (std::size_t round = 0; round < graph_.nodes.size(); ++round) {
      for (const WaitEdge& edge : graph_.edges) {
        if (edge.from < graph_.in_cycle) continue;
        int& distance = graph_.nodes[edge.from].distance;
        const int most = static_cast<int>(graph_.nodes.size());
        distance = std::min(most, std::max(distance, graph_.nodes[edge.to].distance + 1));
      }
    }
  }

  const FailureReport& failure_;
  std::vector<std::string> lanes_;
  WaitGraph graph_;
  std::map<std::pair<bool, std::string>, std::size_t> node_indices_;
  std::set<std::pair<std::size_t, std::size_t>> pairs_;
};

struct Position {
  int x = 0;
  int y = 0;
};

// The cycle is drawn as one; nodes that wait for it are left of it, in columns by their distance.
std::vector<Position> node_positions(const WaitGraph& graph) {
  std::vector<Position> positions(graph.nodes.size());
  const auto round = static_cast<double>(graph.in_cycle);
  const double radius = std::max(120.0, 32.0 * round);
  std::map<int, int> in_column;
  for (std::size_t i = graph.in_cycle; i < positions.size(); ++i) {
    ++in_column[graph.nodes[i].distance];
  }
  std::map<int, int> used;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (i < graph.in_cycle) {
      const double angle = std::numbers::pi - 2 * std::numbers::pi * static_cast<double>(i) / round;
      positions[i] = {static_cast<int>(std::lround(1.5 * radius * std::cos(angle))),
                      static_cast<int>(std::lround(radius * std::sin(angle)))};
      continue;
    }
    const int distance = graph.nodes[i].distance;
    const int left = graph.in_cycle > 0 ? static_cast<int>(1.5 * radius) : 0;
    const int row = 2 * used[distance]++ - (in_column[distance] - 1);
    positions[i] = {-left - distance * kWaitColumnPoints, -row * kWaitRowPoints / 2};
  }
  return positions;
}

std::string node_line(const WaitNode& node, std::size_t number, Position place) {
  const auto short_text = [](const std::string& text) {
    return escaped_label(shortened(one_line(text), kMaxWaitNodeText));
  };
  std::string label = "<<B>" + short_text(node.name) + "</B>";
  if (!node.text.empty()) label += "<BR/>" + with_font(short_text(node.text), 10, "#222222");
  if (!node.place.empty()) label += "<BR/>" + with_font(short_text(node.place), 9, "#555555");
  const ThreadColour& colour = thread_colour(node.lane);
  std::vector<DotAttribute> attributes = {
      {"pos", std::to_string(place.x) + "," + std::to_string(place.y) + "!"},
      {"label", label + ">"},
      {"color", node.in_cycle    ? kFailureColour
                : node.is_thread ? colour.strong
                                 : "#555555"},
      {"fillcolor", node.is_thread ? colour.pale : "white"},
      {"penwidth", node.in_cycle ? "2.4" : "1.2"}};
  if (!node.is_thread) {
    attributes.push_back({"shape", "ellipse"});
    attributes.push_back({"style", "filled"});
  }
  return "  w" + std::to_string(number) + " " + dot_attributes(attributes) + "\n";
}

std::string edge_line(const WaitEdge& edge) {
  return "  w" + std::to_string(edge.from) + " -> w" + std::to_string(edge.to) + " " +
         dot_attributes({{"color", edge.in_cycle ? kFailureColour : "#555555"},
                         {"style", edge.held ? "dashed" : "solid"},
                         {"penwidth", edge.in_cycle ? "3" : "1.4"}}) +
         "\n";
}

}  // namespace

WaitGraph wait_graph_of(const FailureReport& failure) { return WaitGraphBuilder(failure).take(); }

std::string wait_graph(const FailureReport& failure, const std::string& title) {
  const WaitGraph graph = wait_graph_of(failure);
  const std::vector<Position> positions = node_positions(graph);
  std::string body;
  Position least{};
  Position most{};
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    body += node_line(graph.nodes[i], i, positions[i]);
    least.x = std::min(least.x, positions[i].x);
    most.x = std::max(most.x, positions[i].x);
  }
  std::vector<LegendEntry> legend = {{"→", "waits for", "#555555"}};
  if (std::ranges::find(graph.edges, true, &WaitEdge::held) != graph.edges.end()) {
    legend.push_back({"⇢", "is held by", "#555555"});
  }
  if (graph.in_cycle > 0) legend.push_back({"━", "a cycle: no thread is enabled", kFailureColour});
  for (const WaitEdge& edge : graph.edges) body += edge_line(edge);
  return dot_document({.title = title,
                       .message = plain_message(failure),
                       .legend = legend,
                       .width = most.x - least.x + kWaitColumnPoints},
                      body);
}

}  // namespace mcheck
