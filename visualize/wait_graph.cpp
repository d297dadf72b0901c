// SPDX-License-Identifier: MIT
#include "visualize/wait_graph.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <utility>

#include "engine/base/utf8.hpp"
#include "visualize/dot_page.hpp"
#include "visualize/dot_text.hpp"
#include "visualize/fold.hpp"
#include "visualize/links.hpp"
#include "visualize/palette.hpp"
#include "visualize/words.hpp"

namespace mcheck {
namespace {

constexpr std::size_t kWidestEdge = 34;
constexpr int kColumn = 210;  // points from a waiting node to what it waits for
constexpr int kRow = 80;

const ThreadEnd* blocked_end(const FailureReport& failure, const std::string& thread) {
  const auto found = std::ranges::find_if(failure.threads, [&](const ThreadEnd& end) {
    return end.thread == thread && end.state == "blocked";
  });
  return found == failure.threads.end() ? nullptr : &*found;
}

class Builder {
 public:
  explicit Builder(const FailureReport& failure) : failure_(failure), lanes_(threads_of(failure)) {
    const std::vector<std::string> circle = threads_in_circle(failure);
    for (const std::string& thread : circle) {
      add_thread(thread).in_circle = true;
      if (const ThreadEnd* end = blocked_end(failure, thread); end != nullptr && has_thing(*end)) {
        add_thing(end->object).in_circle = true;
      }
    }
    graph_.in_circle = graph_.nodes.size();
    for (const ThreadEnd& end : failure.threads) {
      if (end.state == "blocked") add_waiting(end);
    }
    mark_circle(circle);
    measure();
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
      const bool holds = std::ranges::find(graph_.edges, i, &WaitEdge::from) != graph_.edges.end();
      if (!holds && !graph_.nodes[i].is_thread) graph_.nodes[i].text = "nobody is left who could";
    }
  }

  [[nodiscard]] WaitGraph take() { return std::move(graph_); }

 private:
  static bool has_thing(const ThreadEnd& end) {
    return end.operation != "join" && !end.object.empty();
  }

  std::size_t number_of(bool is_thread, const std::string& name) {
    const auto [place, added] = number_of_.try_emplace({is_thread, name}, graph_.nodes.size());
    if (added) graph_.nodes.push_back({.name = name, .is_thread = is_thread});
    return place->second;
  }

  WaitNode& add_thread(const std::string& name) {
    WaitNode& node = graph_.nodes[number_of(true, name)];
    const auto lane = std::ranges::find(lanes_, name);
    node.lane = static_cast<std::size_t>(lane - lanes_.begin());
    if (const ThreadEnd* end = blocked_end(failure_, name)) {
      node.text = wait_text(*end);
      node.place = place_text(end->file, end->line);
    }
    return node;
  }

  WaitNode& add_thing(const std::string& name) { return graph_.nodes[number_of(false, name)]; }

  void add_waiting(const ThreadEnd& end) {
    (void)add_thread(end.thread);
    const std::size_t from = number_of(true, end.thread);
    std::size_t held = from;
    if (has_thing(end)) {
      held = number_of(false, end.object);
      add_edge({.from = from, .to = held});
    }
    for (const std::string& holder : end.holders) {
      (void)add_thread(holder);
      add_edge({.from = held, .to = number_of(true, holder), .held = held != from});
    }
  }

  void add_edge(const WaitEdge& edge) {
    if (pairs_.insert({edge.from, edge.to}).second) graph_.edges.push_back(edge);
  }

  // Of the edges between nodes of the cycle, those that lead to the next node.
  void mark_circle(const std::vector<std::string>& circle) {
    for (WaitEdge& edge : graph_.edges) {
      const std::size_t next = (edge.from + 1) % std::max<std::size_t>(graph_.in_circle, 1);
      edge.in_circle = !circle.empty() && edge.from < graph_.in_circle && edge.to == next;
    }
  }

  // The longest path of waits from each node; bounded, because it may enter another cycle.
  void measure() {
    for (std::size_t round = 0; round < graph_.nodes.size(); ++round) {
      for (const WaitEdge& edge : graph_.edges) {
        if (edge.from < graph_.in_circle) continue;
        int& distance = graph_.nodes[edge.from].distance;
        const int most = static_cast<int>(graph_.nodes.size());
        distance = std::min(most, std::max(distance, graph_.nodes[edge.to].distance + 1));
      }
    }
  }

  const FailureReport& failure_;
  std::vector<std::string> lanes_;
  WaitGraph graph_;
  std::map<std::pair<bool, std::string>, std::size_t> number_of_;
  std::set<std::pair<std::size_t, std::size_t>> pairs_;
};

struct Point {
  int x = 0;
  int y = 0;
};

// The cycle is drawn as one; nodes that wait for it are left of it, in columns by their distance.
std::vector<Point> places_of(const WaitGraph& graph) {
  std::vector<Point> places(graph.nodes.size());
  const auto round = static_cast<double>(graph.in_circle);
  const double radius = std::max(120.0, 32.0 * round);
  std::map<int, int> in_column;
  for (std::size_t i = graph.in_circle; i < places.size(); ++i) {
    ++in_column[graph.nodes[i].distance];
  }
  std::map<int, int> used;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (i < graph.in_circle) {
      const double angle = std::numbers::pi - 2 * std::numbers::pi * static_cast<double>(i) / round;
      places[i] = {static_cast<int>(std::lround(1.5 * radius * std::cos(angle))),
                   static_cast<int>(std::lround(radius * std::sin(angle)))};
      continue;
    }
    const int distance = graph.nodes[i].distance;
    const int left = graph.in_circle > 0 ? static_cast<int>(1.5 * radius) : 0;
    const int row = 2 * used[distance]++ - (in_column[distance] - 1);
    places[i] = {-left - distance * kColumn, -row * kRow / 2};
  }
  return places;
}

std::string node_line(const WaitNode& node, std::size_t number, Point place) {
  const auto short_text = [](const std::string& text) {
    return escaped_label(shortened(one_line(text), kWidestEdge));
  };
  std::string label = "<<B>" + short_text(node.name) + "</B>";
  if (!node.text.empty()) label += "<BR/>" + with_font(short_text(node.text), 10, "#222222");
  if (!node.place.empty()) label += "<BR/>" + with_font(short_text(node.place), 9, "#555555");
  const ThreadColour& colour = thread_colour(node.lane);
  std::vector<DotAttribute> look = {
      {"pos", std::to_string(place.x) + "," + std::to_string(place.y) + "!"},
      {"label", label + ">"},
      {"color", node.in_circle   ? kFailureColour
                : node.is_thread ? colour.strong
                                 : "#555555"},
      {"fillcolor", node.is_thread ? colour.pale : "white"},
      {"penwidth", node.in_circle ? "2.4" : "1.2"}};
  if (!node.is_thread) {
    look.push_back({"shape", "ellipse"});
    look.push_back({"style", "filled"});
  }
  return "  w" + std::to_string(number) + " " + dot_attributes(look) + "\n";
}

std::string edge_line(const WaitEdge& edge) {
  return "  w" + std::to_string(edge.from) + " -> w" + std::to_string(edge.to) + " " +
         dot_attributes({{"color", edge.in_circle ? kFailureColour : "#555555"},
                         {"style", edge.held ? "dashed" : "solid"},
                         {"penwidth", edge.in_circle ? "3" : "1.4"}}) +
         "\n";
}

}  // namespace

WaitGraph wait_graph_of(const FailureReport& failure) { return Builder(failure).take(); }

std::string wait_graph(const FailureReport& failure, const std::string& title) {
  const WaitGraph graph = wait_graph_of(failure);
  const std::vector<Point> places = places_of(graph);
  std::string body;
  Point least{};
  Point most{};
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    body += node_line(graph.nodes[i], i, places[i]);
    least.x = std::min(least.x, places[i].x);
    most.x = std::max(most.x, places[i].x);
  }
  std::vector<LegendEntry> legend = {{"→", "waits for", "#555555"}};
  if (std::ranges::find(graph.edges, true, &WaitEdge::held) != graph.edges.end()) {
    legend.push_back({"⇢", "is held by", "#555555"});
  }
  if (graph.in_circle > 0) legend.push_back({"━", "a circle: nobody can go on", kFailureColour});
  for (const WaitEdge& edge : graph.edges) body += edge_line(edge);
  return on_page({.title = title,
                  .message = plain_message(failure),
                  .legend = legend,
                  .width = most.x - least.x + kColumn},
                 body);
}

}  // namespace mcheck
