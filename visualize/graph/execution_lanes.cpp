// SPDX-License-Identifier: MIT
#include "visualize/graph/execution_lanes.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "engine/base/utf8.hpp"
#include "visualize/graph/dot_text.hpp"
#include "visualize/model/column_layout.hpp"
#include "visualize/model/palette.hpp"
#include "visualize/model/wording.hpp"

namespace mcheck {
namespace {

constexpr std::size_t kMaxNodeText = 34;  // columns of text in a node
constexpr int kSecondLinePoints = 12;     // added height of a row with two lines
constexpr int kLetterPoints = 7;          // width of a letter, about
constexpr int kMinLanePoints = 130;
constexpr const char* kPlaceColour = "#555555";
constexpr const char* kSwitchColour = "#8a8a8a";
constexpr const char* kReadColour = "#0072b2";
constexpr const char* kCauseColour = "#009e73";
constexpr const char* kStaleColour = "#b8860b";
constexpr const char* kPairColour = "#000000";

constexpr LegendEntry kLegend[] = {
    {"━", "order in a thread", kPlaceColour},
    {"⇢", "preemption", "#000000"},
    {"→", "happens before", kCauseColour},
    {"┈▸", "reads from", kReadColour},
    {"⇠", "stale: acts on an older value than that", kStaleColour},
    {"→", "switch", kSwitchColour},
    {"→", "last read of the failing thread", kFailureColour},
    {"↔", "nothing orders these", kFailureColour},
    {"→", "one came before the other", kFailureColour},
    {"→", "waits for", kFailureColour},
    {"①②", "in reverse order, it passes", kPairColour},
    {"■", "failure", kFailureColour},
};

std::vector<DotAttribute> link_attributes(LinkKind link) {
  switch (link) {
    case LinkKind::kDecides: return {{"color", kPairColour}, {"penwidth", "3"}};
    case LinkKind::kStale:  // it comes before, in modification order
      return {{"color", kStaleColour}, {"style", "dashed"}, {"penwidth", "2"}, {"dir", "back"}};
    case LinkKind::kPreempts:
      return {{"color", "#000000"}, {"style", "dashed"}, {"penwidth", "1.6"}};
    case LinkKind::kEnables: return {{"color", kCauseColour}, {"penwidth", "1.4"}};
    case LinkKind::kLastRead: return {{"color", kFailureColour}, {"penwidth", "2"}};
    case LinkKind::kReads:
      return {{"color", kReadColour}, {"style", "dotted"}, {"penwidth", "1.6"}};
    case LinkKind::kSwitches: return {{"color", kSwitchColour}, {"arrowhead", "vee"}};
  }
  return {};
}

const char* link_text(LinkKind link) {
  switch (link) {
    case LinkKind::kDecides: return "in reverse order, it passes";
    case LinkKind::kStale: return "stale: acts on an older value than that";
    case LinkKind::kPreempts: return "preemption";
    case LinkKind::kEnables: return "happens before";
    case LinkKind::kLastRead: return "last read of the failing thread";
    case LinkKind::kReads: return "reads from";
    case LinkKind::kSwitches: return "switch";
  }
  return "";
}

// The text of a node, in at most two lines. Unnamed namespaces are left out: the place below the
// text identifies the name.
std::vector<std::string> step_lines(const TraceStep& step) {
  std::string text = step_text(step);
  constexpr std::string_view kAnonymousNamespace = "(anonymous namespace)::";
  for (std::size_t at = text.find(kAnonymousNamespace); at != std::string::npos;
       at = text.find(kAnonymousNamespace)) {
    text.erase(at, kAnonymousNamespace.size());
  }
  if (columns_of(text) <= kMaxNodeText || step.value.empty()) {
    return {shortened(text, kMaxNodeText)};
  }
  const std::size_t value = text.size() - one_line(step.value).size();
  return {shortened(text.substr(0, value - 1), kMaxNodeText),
          shortened(text.substr(value), kMaxNodeText)};
}

std::string node_text(const std::string& text) {
  return escaped_label(shortened(one_line(text), kMaxNodeText));
}

std::string place_line(const std::string& file, int line, const char* colour) {
  const std::string place = place_text(file, line);
  return place.empty() ? "" : "<BR/>" + with_font(node_text(place), 9, colour);
}

std::vector<DotAttribute> failure_attributes() {
  return {{"fillcolor", kFailureColour}, {"color", kFailureColour}, {"fontcolor", "white"}};
}

std::vector<DotAttribute> outlined_failure_attributes() {
  return {{"fillcolor", "white"}, {"color", kFailureColour}, {"penwidth", "1.8"}};
}

// Each lane is as wide as its widest text.
std::vector<int> lane_widths(const FailureReport& failure, const LanesStyle& style) {
  std::map<std::string, int> widths;
  for (const std::string& name : style.threads) widths[name] = kMinLanePoints;
  const auto widen = [&](const std::string& thread, const std::string& text) {
    const auto letters = std::min(columns_of(text), kMaxNodeText);
    int& width = widths[thread];
    width = std::max(width, static_cast<int>(letters) * kLetterPoints + 50);
  };
  for (const std::string& name : style.threads) widen(name, one_line(name));
  for (const FoldedLine& line : style.lines) {
    if (line.hidden == 0)
      widen(failure.trace[line.step].thread, step_text(failure.trace[line.step]));
  }
  for (const ThreadEnd& end : failure.threads) {
    if (is_stuck(failure) && end.state == "blocked") widen(end.thread, wait_text(end));
  }
  // The edge between two sides needs space for a node of either side.
  for (const FailureSide& side : sides_of(failure)) {
    widen(side.thread, failure_text(failure.kind) + ": " + side.text + "      ");
  }
  std::vector<int> list;
  for (const std::string& name : style.threads) list.push_back(widths[name]);
  return list;
}

std::vector<std::string> lane_colours(std::size_t lanes) {
  std::vector<std::string> colours;
  for (std::size_t lane = 0; lane < lanes; ++lane) colours.emplace_back(thread_colour(lane).strong);
  return colours;
}

class LaneDrawer {
 public:
  LaneDrawer(const FailureReport& failure, const LanesStyle& style)
      : failure_(failure),
        style_(style),
        sides_(sides_of(failure)),
        canvas_({.prefix = style.prefix, .left = style.left}, lane_widths(failure, style),
                lane_colours(style.threads.size())) {
    for (std::size_t i = 0; i < style.threads.size(); ++i) lane_of_[style.threads[i]] = i;
    draw_headings();
    for (const FoldedLine& line : style_.lines) draw_row(line);
    draw_ending();
    draw_links();
  }

  [[nodiscard]] DrawnLanes take() { return {canvas_.text(), canvas_.right(), std::move(legend_)}; }

 private:
  void draw_headings() {
    if (!style_.heading.empty()) {
      canvas_.band("heading",
                   "<" + with_font("<B>" + node_text(style_.heading) + "</B>", 13, "white") + ">",
                   {{"fillcolor", style_.heading_colour}, {"color", style_.heading_colour}});
      canvas_.advance();
    }
    for (std::size_t lane = 0; lane < style_.threads.size(); ++lane) {
      const ThreadColour& colour = thread_colour(lane);
      canvas_.node(
          "t" + std::to_string(lane), lane,
          "<" + with_font("<B>" + node_text(style_.threads[lane]) + "</B>", 12, "white") + ">",
          {{"fillcolor", colour.strong}, {"color", colour.strong}});
    }
    canvas_.advance();
    legend_.insert("order in a thread");
  }

  void draw_row(const FoldedLine& line) {
    const int first = static_cast<int>(line.step);
    if (line.hidden > 0) {
      draw_gap(line);
    } else {
      step(first);
    }
    const bool tall = line.hidden == 0 && step_lines(failure_.trace[line.step]).size() > 1;
    canvas_.advance(tall ? kRowPoints + kSecondLinePoints : kRowPoints);
    const int after = first + static_cast<int>(std::max<std::size_t>(line.hidden, 1));
    if (first < style_.branch_step && style_.branch_step <= after) {
      draw_line_across("parts", "branch point", kPlaceColour);
    }
    const int inevitable_from = failure_.decisive_step ? failure_.decisive_step->step : -1;
    if (inevitable_from >= first && inevitable_from < after) {
      const bool certain = failure_.decisive_step->certain;
      draw_line_across("lost",
                       certain ? "from here on every continuation fails"
                               : "from here on every continuation that was tried fails",
                       kFailureColour);
    }
  }

  void draw_line_across(const char* id, const char* text, const char* colour) {
    constexpr int kThird = kRowPoints / 3;
    canvas_.advance(-kThird / 2);
    canvas_.line(id, text, colour);
    canvas_.advance(kThird + kThird / 2 + kThird / 3);
  }

  // One node per lane, with the number of that lane's hidden steps.
  void draw_gap(const FoldedLine& line) {
    std::map<std::size_t, std::size_t> hidden;
    for (std::size_t i = line.step; i < line.step + line.hidden; ++i) {
      ++hidden[lane_of_.at(failure_.trace[i].thread)];
    }
    for (const auto& [lane, steps] : hidden) {
      canvas_.node("gap" + std::to_string(line.step) + "_" + std::to_string(lane), lane,
                   "<" + with_font("… " + grouped(steps) + " more", 10, kPlaceColour) + ">",
                   {{"fillcolor", "white"},
                    {"color", thread_colour(lane).strong},
                    {"style", "rounded,filled,dotted"}});
    }
  }

  void step(int number) {
    const TraceStep& step = failure_.trace[static_cast<std::size_t>(number)];
    const std::size_t lane = lane_of_.at(step.thread);
    const ThreadColour& colour = thread_colour(lane);
    std::vector<DotAttribute> attributes = {{"fillcolor", colour.pale}, {"color", colour.strong}};
    const bool decides = number == style_.pair.first || number == style_.pair.second;
    const bool side = std::ranges::any_of(
        sides_, [number](const FailureSide& each) { return each.step == number; });
    if (side) attributes = outlined_failure_attributes();
    if (decides)
      attributes = {{"fillcolor", colour.pale}, {"color", kPairColour}, {"penwidth", "3"}};
    canvas_.node("s" + std::to_string(number), lane, step_label(step, number),
                 std::move(attributes));
    canvas_.number("n" + std::to_string(number), std::to_string(number + 1));
    shown_.insert(number);
    if (decides) legend_.insert(link_text(LinkKind::kDecides));
  }

  [[nodiscard]] std::string step_label(const TraceStep& step, int number) const {
    std::string label = "<";
    if (!step.why.empty()) {
      label += with_font("<I>" + node_text(step.why) + "</I>", 9,
                         step.preemption ? "#000000" : kPlaceColour);
      label += "<BR/>";
    }
    const std::vector<std::string> lines = step_lines(step);
    std::string text = escaped_label(lines.front());
    if (lines.size() > 1) text += "<BR/>" + escaped_label(lines.back());
    if (number == style_.pair.first) text = "① " + text;
    if (number == style_.pair.second) text = "② " + text;
    return label + "<B>" + text + "</B>" + place_line(step.file, step.line, kPlaceColour) + ">";
  }

  // The end of the execution: which threads wait for which, or two sides that nothing orders, or a
  // red node in the failing thread's lane, or a red band if the failure belongs to no thread.
  void draw_ending() {
    if (style_.branch_step >= 0 && failure_.message.empty()) return draw_pass();
    legend_.insert("failure");
    const bool waits = std::ranges::any_of(
        failure_.threads, [](const ThreadEnd& end) { return end.state == "blocked"; });
    if (is_stuck(failure_) && waits) return draw_waits();
    if (!sides_.empty()) return draw_sides();
    const auto lane = lane_of_.find(failure_.thread);
    if (lane != lane_of_.end()) {
      canvas_.node("failure", lane->second, "<" + failure_words() + ">", failure_attributes());
    } else {
      canvas_.band("failure", "<<B>" + failure_text(failure_.kind) + "</B>>", failure_attributes());
    }
  }

  void draw_pass() {
    canvas_.band("passes", "<<B>passes</B>>",
                 {{"fillcolor", kCauseColour}, {"color", kCauseColour}, {"fontcolor", "white"}});
  }

  [[nodiscard]] std::string failure_words() const {
    std::string label = "<B>" + escaped_label(failure_text(failure_.kind)) + "</B>";
    const std::string message = plain_message(failure_);
    if (message.empty()) return label;
    for (const std::string& part :
         wrapped(shortened(one_line(message), kMaxFailureText), kMaxNodeText)) {
      label += "<BR/>" + with_font(escaped_label(part), 9, "white");
    }
    return label;
  }

  void draw_waits() {
    const std::vector<std::string> cycle = threads_in_cycle(failure_);
    const auto in_cycle = [&cycle](const std::string& thread) {
      return std::ranges::find(cycle, thread) != cycle.end();
    };
    for (const ThreadEnd& end : failure_.threads) {
      if (end.state != "blocked" || !lane_of_.contains(end.thread)) continue;
      const bool strong = cycle.empty() || in_cycle(end.thread);
      canvas_.node(end_id(end.thread), lane_of_[end.thread],
                   "<<B>" + node_text(wait_text(end)) + "</B>" +
                       place_line(end.file, end.line, strong ? "white" : kPlaceColour) + ">",
                   strong ? failure_attributes() : outlined_failure_attributes());
    }
    for (const ThreadEnd& end : failure_.threads) {
      if (end.state != "blocked") continue;
      for (const std::string& holder : end.holders) {
        draw_wait_edge(end.thread, holder, in_cycle(end.thread) && in_cycle(holder));
      }
    }
  }

  void draw_wait_edge(const std::string& from, const std::string& holder, bool is_in_cycle) {
    const bool waits = std::ranges::any_of(failure_.threads, [&](const ThreadEnd& end) {
      return end.thread == holder && end.state == "blocked";
    });
    if (!waits || from == holder || !lane_of_.contains(from) || !lane_of_.contains(holder)) return;
    canvas_.edge(end_id(from), end_id(holder),
                 {{"color", kFailureColour}, {"penwidth", is_in_cycle ? "3" : "1.2"}});
    legend_.insert("waits for");
  }

  [[nodiscard]] std::string end_id(const std::string& thread) const {
    return "e" + std::to_string(lane_of_.at(thread));
  }

  // The two sides of a race: at their steps, or in nodes below if they were not steps.
  void draw_sides() {
    for (std::size_t i = 0; i < sides_.size(); ++i) {
      const FailureSide& side = sides_[i];
      if (side.step >= 0 && shown_.contains(side.step) && i > 0) continue;
      const std::string title = i == 0 ? failure_text(failure_.kind) + ": " : "";
      canvas_.node("side" + std::to_string(i), lane_of_.at(side.thread),
                   "<<B>" + node_text(title + side.text) + "</B>" +
                       place_line(side.file, side.line, "white") + ">",
                   failure_attributes());
    }
    const FailureSide& before = sides_[1];
    const bool step = before.step >= 0 && shown_.contains(before.step);
    const bool race = failure_.kind == FailureKind::kRace;
    canvas_.edge(step ? "s" + std::to_string(before.step) : "side1", "side0",
                 {{"color", kFailureColour},
                  {"dir", race ? "both" : "forward"},
                  {"style", race ? "dashed" : "solid"},
                  {"penwidth", "2.4"}});
    legend_.insert(race ? "nothing orders these" : "one came before the other");
  }

  // One edge per pair of nodes: links_of() returns only the first kind, because edges would cover
  // each other.
  void draw_links() {
    FailureReport marked;  // the pair refers to this trace, failing or passing
    marked.kind = failure_.kind;
    marked.thread = failure_.thread;
    marked.trace = failure_.trace;
    marked.decisive_step = DecisiveStep{.first = style_.pair.first, .second = style_.pair.second};
    for (const StepLink& link : links_of(marked)) {
      if (!shown_.contains(link.from) || !shown_.contains(link.to)) continue;
      canvas_.edge("s" + std::to_string(link.from), "s" + std::to_string(link.to),
                   link_attributes(link.link));
      legend_.insert(link_text(link.link));
    }
  }

  const FailureReport& failure_;
  const LanesStyle& style_;
  std::vector<FailureSide> sides_;
  LaneCanvas canvas_;
  std::map<std::string, std::size_t> lane_of_;
  std::set<int> shown_;  // steps with a node
  std::set<std::string> legend_;
};

}  // namespace

DrawnLanes draw_lanes(const FailureReport& failure, const LanesStyle& style) {
  return LaneDrawer(failure, style).take();
}

std::vector<LegendEntry> legend_of(const std::set<std::string>& shown) {
  std::vector<LegendEntry> legend;
  for (const LegendEntry& entry : kLegend) {
    if (shown.contains(entry.words)) legend.push_back(entry);
  }
  return legend;
}

}  // namespace mcheck
