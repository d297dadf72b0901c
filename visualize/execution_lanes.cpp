// SPDX-License-Identifier: MIT
#include "visualize/execution_lanes.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "engine/base/utf8.hpp"
#include "visualize/column_layout.hpp"
#include "visualize/dot_text.hpp"
#include "visualize/palette.hpp"
#include "visualize/words.hpp"

namespace mcheck {
namespace {

constexpr std::size_t kWidestNode = 34;  // columns of text in a node
constexpr int kSecondLine = 12;          // added height of a row with two lines
constexpr int kLetter = 7;               // width of a letter, about
constexpr int kNarrowestLane = 130;
constexpr const char* kPlaceColour = "#555555";
constexpr const char* kSwitchColour = "#8a8a8a";
constexpr const char* kReadColour = "#0072b2";
constexpr const char* kCauseColour = "#009e73";
constexpr const char* kPairColour = "#000000";

constexpr LegendEntry kLegend[] = {
    {"━", "order in a thread", kPlaceColour},
    {"⇢", "preemption", "#000000"},
    {"→", "happens before", kCauseColour},
    {"┈▸", "reads from", kReadColour},
    {"→", "switch", kSwitchColour},
    {"→", "last read by who failed", kFailureColour},
    {"↔", "nothing orders these", kFailureColour},
    {"→", "one came before the other", kFailureColour},
    {"→", "waits for", kFailureColour},
    {"①②", "other way round, it passes", kPairColour},
    {"■", "failure", kFailureColour},
};

std::vector<DotAttribute> look_of(Link link) {
  switch (link) {
    case Link::kDecides: return {{"color", kPairColour}, {"penwidth", "3"}};
    case Link::kPreempts: return {{"color", "#000000"}, {"style", "dashed"}, {"penwidth", "1.6"}};
    case Link::kLetsGoOn: return {{"color", kCauseColour}, {"penwidth", "1.4"}};
    case Link::kSeen: return {{"color", kFailureColour}, {"penwidth", "2"}};
    case Link::kReads: return {{"color", kReadColour}, {"style", "dotted"}, {"penwidth", "1.6"}};
    case Link::kSwitches: return {{"color", kSwitchColour}, {"arrowhead", "vee"}};
  }
  return {};
}

const char* words_of(Link link) {
  switch (link) {
    case Link::kDecides: return "other way round, it passes";
    case Link::kPreempts: return "preemption";
    case Link::kLetsGoOn: return "happens before";
    case Link::kSeen: return "last read by who failed";
    case Link::kReads: return "reads from";
    case Link::kSwitches: return "switch";
  }
  return "";
}

// The text of a node, in at most two lines. Unnamed namespaces are left out: the place below the
// text identifies the name.
std::vector<std::string> step_lines(const TraceStep& step) {
  std::string text = step_text(step);
  constexpr std::string_view kNowhere = "(anonymous namespace)::";
  for (std::size_t at = text.find(kNowhere); at != std::string::npos; at = text.find(kNowhere)) {
    text.erase(at, kNowhere.size());
  }
  if (columns_of(text) <= kWidestNode || step.value.empty()) {
    return {shortened(text, kWidestNode)};
  }
  const std::size_t value = text.size() - one_line(step.value).size();
  return {shortened(text.substr(0, value - 1), kWidestNode),
          shortened(text.substr(value), kWidestNode)};
}

std::string in_node(const std::string& text) {
  return escaped_label(shortened(one_line(text), kWidestNode));
}

std::string place_line(const std::string& file, int line, const char* colour) {
  const std::string place = place_text(file, line);
  return place.empty() ? "" : "<BR/>" + with_font(in_node(place), 9, colour);
}

std::vector<DotAttribute> red() {
  return {{"fillcolor", kFailureColour}, {"color", kFailureColour}, {"fontcolor", "white"}};
}

std::vector<DotAttribute> outlined_red() {
  return {{"fillcolor", "white"}, {"color", kFailureColour}, {"penwidth", "1.8"}};
}

// Each lane is as wide as its widest text.
std::vector<int> lane_widths(const FailureReport& failure, const LanesStyle& style) {
  std::map<std::string, int> widths;
  for (const std::string& name : style.threads) widths[name] = kNarrowestLane;
  const auto widen = [&](const std::string& thread, const std::string& text) {
    const auto letters = std::min(columns_of(text), kWidestNode);
    int& width = widths[thread];
    width = std::max(width, static_cast<int>(letters) * kLetter + 50);
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

class Lanes {
 public:
  Lanes(const FailureReport& failure, const LanesStyle& style)
      : failure_(failure),
        style_(style),
        sides_(sides_of(failure)),
        sheet_({.prefix = style.prefix, .left = style.left}, lane_widths(failure, style),
               lane_colours(style.threads.size())) {
    for (std::size_t i = 0; i < style.threads.size(); ++i) lane_of_[style.threads[i]] = i;
    headings();
    for (const FoldedLine& line : style_.lines) row(line);
    ends();
    links();
  }

  [[nodiscard]] DrawnLanes take() { return {sheet_.text(), sheet_.right(), std::move(legend_)}; }

 private:
  void headings() {
    if (!style_.heading.empty()) {
      sheet_.band("heading",
                  "<" + with_font("<B>" + in_node(style_.heading) + "</B>", 13, "white") + ">",
                  {{"fillcolor", style_.heading_colour}, {"color", style_.heading_colour}});
      sheet_.down();
    }
    for (std::size_t lane = 0; lane < style_.threads.size(); ++lane) {
      const ThreadColour& colour = thread_colour(lane);
      sheet_.node(
          "t" + std::to_string(lane), lane,
          "<" + with_font("<B>" + in_node(style_.threads[lane]) + "</B>", 12, "white") + ">",
          {{"fillcolor", colour.strong}, {"color", colour.strong}});
    }
    sheet_.down();
    legend_.insert("order in a thread");
  }

  void row(const FoldedLine& line) {
    const int first = static_cast<int>(line.step);
    if (line.hidden > 0) {
      gap(line);
    } else {
      step(first);
    }
    const bool tall = line.hidden == 0 && step_lines(failure_.trace[line.step]).size() > 1;
    sheet_.down(tall ? kRowPoints + kSecondLine : kRowPoints);
    const int after = first + static_cast<int>(std::max<std::size_t>(line.hidden, 1));
    if (first < style_.parts_after && style_.parts_after <= after) {
      across("parts", "here they part", kPlaceColour);
    }
    const int lost = failure_.turning ? failure_.turning->step : -1;
    if (lost >= first && lost < after) {
      const bool certain = failure_.turning->certain;
      across("lost",
             certain ? "from here on it fails, whatever comes"
                     : "from here on it failed, as far as was tried",
             kFailureColour);
    }
  }

  void across(const char* id, const char* text, const char* colour) {
    constexpr int kThird = kRowPoints / 3;
    sheet_.down(-kThird / 2);
    sheet_.line(id, text, colour);
    sheet_.down(kThird + kThird / 2 + kThird / 3);
  }

  // One node per lane, with the number of that lane's hidden steps.
  void gap(const FoldedLine& line) {
    std::map<std::size_t, std::size_t> hidden;
    for (std::size_t i = line.step; i < line.step + line.hidden; ++i) {
      ++hidden[lane_of_.at(failure_.trace[i].thread)];
    }
    for (const auto& [lane, steps] : hidden) {
      sheet_.node("gap" + std::to_string(line.step) + "_" + std::to_string(lane), lane,
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
    std::vector<DotAttribute> look = {{"fillcolor", colour.pale}, {"color", colour.strong}};
    const bool decides = number == style_.pair.first || number == style_.pair.second;
    const bool side = std::ranges::any_of(
        sides_, [number](const FailureSide& each) { return each.step == number; });
    if (side) look = outlined_red();
    if (decides) look = {{"fillcolor", colour.pale}, {"color", kPairColour}, {"penwidth", "3"}};
    sheet_.node("s" + std::to_string(number), lane, step_label(step, number), std::move(look));
    sheet_.number("n" + std::to_string(number), std::to_string(number + 1));
    shown_.insert(number);
    if (decides) legend_.insert(words_of(Link::kDecides));
  }

  [[nodiscard]] std::string step_label(const TraceStep& step, int number) const {
    std::string label = "<";
    if (!step.why.empty()) {
      label += with_font("<I>" + in_node(step.why) + "</I>", 9,
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
  void ends() {
    if (style_.parts_after >= 0 && failure_.message.empty()) return passed();
    legend_.insert("failure");
    const bool waits = std::ranges::any_of(
        failure_.threads, [](const ThreadEnd& end) { return end.state == "blocked"; });
    if (is_stuck(failure_) && waits) return stuck();
    if (!sides_.empty()) return apart();
    const auto lane = lane_of_.find(failure_.thread);
    if (lane != lane_of_.end()) {
      sheet_.node("failure", lane->second, "<" + failure_words() + ">", red());
    } else {
      sheet_.band("failure", "<<B>" + failure_text(failure_.kind) + "</B>>", red());
    }
  }

  void passed() {
    sheet_.band("passes", "<<B>passes</B>>",
                {{"fillcolor", kCauseColour}, {"color", kCauseColour}, {"fontcolor", "white"}});
  }

  [[nodiscard]] std::string failure_words() const {
    std::string label = "<B>" + escaped_label(failure_text(failure_.kind)) + "</B>";
    const std::string message = plain_message(failure_);
    if (message.empty()) return label;
    for (const std::string& part :
         wrapped(shortened(one_line(message), kLongestFailure), kWidestNode)) {
      label += "<BR/>" + with_font(escaped_label(part), 9, "white");
    }
    return label;
  }

  void stuck() {
    const std::vector<std::string> circle = threads_in_circle(failure_);
    const auto in_circle = [&circle](const std::string& thread) {
      return std::ranges::find(circle, thread) != circle.end();
    };
    for (const ThreadEnd& end : failure_.threads) {
      if (end.state != "blocked" || !lane_of_.contains(end.thread)) continue;
      const bool strong = circle.empty() || in_circle(end.thread);
      sheet_.node(end_id(end.thread), lane_of_[end.thread],
                  "<<B>" + in_node(wait_text(end)) + "</B>" +
                      place_line(end.file, end.line, strong ? "white" : kPlaceColour) + ">",
                  strong ? red() : outlined_red());
    }
    for (const ThreadEnd& end : failure_.threads) {
      if (end.state != "blocked") continue;
      for (const std::string& holder : end.holders) {
        wait_edge(end.thread, holder, in_circle(end.thread) && in_circle(holder));
      }
    }
  }

  void wait_edge(const std::string& from, const std::string& holder, bool in_circle) {
    const bool waits = std::ranges::any_of(failure_.threads, [&](const ThreadEnd& end) {
      return end.thread == holder && end.state == "blocked";
    });
    if (!waits || from == holder || !lane_of_.contains(from) || !lane_of_.contains(holder)) return;
    sheet_.edge(end_id(from), end_id(holder),
                {{"color", kFailureColour}, {"penwidth", in_circle ? "3" : "1.2"}});
    legend_.insert("waits for");
  }

  [[nodiscard]] std::string end_id(const std::string& thread) const {
    return "e" + std::to_string(lane_of_.at(thread));
  }

  // The two sides of a race: at their steps, or in nodes below if they were not steps.
  void apart() {
    for (std::size_t i = 0; i < sides_.size(); ++i) {
      const FailureSide& side = sides_[i];
      if (side.step >= 0 && shown_.contains(side.step) && i > 0) continue;
      const std::string title = i == 0 ? failure_text(failure_.kind) + ": " : "";
      sheet_.node("side" + std::to_string(i), lane_of_.at(side.thread),
                  "<<B>" + in_node(title + side.text) + "</B>" +
                      place_line(side.file, side.line, "white") + ">",
                  red());
    }
    const FailureSide& before = sides_[1];
    const bool step = before.step >= 0 && shown_.contains(before.step);
    const bool race = failure_.kind == FailureKind::kRace;
    sheet_.edge(step ? "s" + std::to_string(before.step) : "side1", "side0",
                {{"color", kFailureColour},
                 {"dir", race ? "both" : "forward"},
                 {"style", race ? "dashed" : "solid"},
                 {"penwidth", "2.4"}});
    legend_.insert(race ? "nothing orders these" : "one came before the other");
  }

  // One edge per pair of nodes: links_of() returns only the first kind, because edges would cover
  // each other.
  void links() {
    FailureReport marked;  // the pair refers to this trace, failing or passing
    marked.kind = failure_.kind;
    marked.thread = failure_.thread;
    marked.trace = failure_.trace;
    marked.turning = TurningPoint{.first = style_.pair.first, .second = style_.pair.second};
    for (const StepLink& link : links_of(marked)) {
      if (!shown_.contains(link.from) || !shown_.contains(link.to)) continue;
      sheet_.edge("s" + std::to_string(link.from), "s" + std::to_string(link.to),
                  look_of(link.link));
      legend_.insert(words_of(link.link));
    }
  }

  const FailureReport& failure_;
  const LanesStyle& style_;
  std::vector<FailureSide> sides_;
  LaneSheet sheet_;
  std::map<std::string, std::size_t> lane_of_;
  std::set<int> shown_;  // steps with a node
  std::set<std::string> legend_;
};

}  // namespace

DrawnLanes draw_lanes(const FailureReport& failure, const LanesStyle& style) {
  return Lanes(failure, style).take();
}

std::vector<LegendEntry> legend_of(const std::set<std::string>& shown) {
  std::vector<LegendEntry> legend;
  for (const LegendEntry& entry : kLegend) {
    if (shown.contains(entry.words)) legend.push_back(entry);
  }
  return legend;
}

}  // namespace mcheck
