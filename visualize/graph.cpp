// SPDX-License-Identifier: MIT
#include "visualize/graph.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "engine/base/utf8.hpp"
#include "visualize/column_layout.hpp"
#include "visualize/dot_text.hpp"
#include "visualize/fold.hpp"
#include "visualize/palette.hpp"
#include "visualize/words.hpp"

namespace mcheck {
namespace {

constexpr std::size_t kMostLines = 60;
constexpr std::size_t kLongestText = 34;  // letters in a node
constexpr int kRow = 58;                  // points from step to step
constexpr int kLetter = 7;                // about so many points wide
constexpr int kNarrowestLane = 130;
constexpr const char* kPlaceColour = "#555555";
constexpr const char* kSwitchColour = "#8a8a8a";
constexpr const char* kReadColour = "#0072b2";
constexpr const char* kCauseColour = "#009e73";

class Picture {
 public:
  Picture(const FailureReport& failure, const GraphStyle& style)
      : failure_(failure), names_(threads_of(failure)) {
    for (std::size_t i = 0; i < names_.size(); ++i) lane_of_[names_[i]] = i;
    lines_ = folded(failure.trace, style.full ? 0 : kMostLines);
    measure();
    out_ = "digraph mcheck {\n  graph " + graph_attributes(style.title) + "\n" +
           "  node [shape=box, style=\"rounded,filled\", fontname=\"Helvetica\", fontsize=11, "
           "margin=\"0.12,0.05\", penwidth=1.2]\n"
           "  edge [fontname=\"Helvetica\", arrowsize=0.7]\n";
    headings();
    steps();
    ends();
    reasons();
    out_ += "}\n";
  }

  [[nodiscard]] std::string text() const { return out_; }

 private:
  // The widest text of a lane decides where the next one begins.
  void measure() {
    std::vector<int> widths(names_.size(), kNarrowestLane);
    const auto widen = [&](const std::string& thread, const std::string& text) {
      const auto letters = std::min(columns_of(text), kLongestText);
      int& width = widths[lane_of_[thread]];
      width = std::max(width, static_cast<int>(letters) * kLetter + 50);
    };
    for (const std::string& name : names_) widen(name, one_line(name));
    for (const TraceStep& step : failure_.trace) widen(step.thread, step_text(step));
    for (const ThreadEnd& end : failure_.threads) {
      if (is_stuck(failure_) && end.state == "blocked") widen(end.thread, wait_text(end));
    }
    int left = 0;
    for (const int width : widths) {
      centre_.push_back(left + width / 2);
      left += width;
    }
  }

  static std::string graph_attributes(const std::string& title) {
    const auto sample = [](const char* mark, const char* words, const char* colour) {
      return with_font(std::string(mark) + " " + words + "&nbsp;&nbsp; ", 10, colour);
    };
    const std::string legend =
        sample("━", "order in a thread", kPlaceColour) + sample("→", "switch", kSwitchColour) +
        sample("⇢", "preemption", "#000000") + sample("┈▸", "read from", kReadColour) +
        sample("→", "let go on", kCauseColour) + sample("■", "failure", kFailureColour);
    const std::string heading =
        title.empty() ? "" : "<B>" + escaped_label(title) + "</B><BR/>&nbsp;<BR/>";
    return dot_attributes({{"layout", "neato"},
                           {"inputscale", "72"},
                           {"splines", "true"},
                           {"outputorder", "edgesfirst"},
                           {"bgcolor", "white"},
                           {"pad", "0.3"},
                           {"fontname", "Helvetica"},
                           {"fontsize", "14"},
                           {"labelloc", "t"},
                           {"charset", "UTF-8"},
                           {"label", "<" + heading + legend + "<BR/>&nbsp;>"}});
  }

  void headings() {
    for (std::size_t lane = 0; lane < names_.size(); ++lane) {
      const ThreadColour& colour = thread_colour(lane);
      const std::string name = escaped_label(shortened(one_line(names_[lane]), kLongestText));
      add_node("t" + std::to_string(lane), lane,
               "<" + with_font("<B>" + name + "</B>", 12, "white") + ">",
               {{"fillcolor", colour.strong}, {"color", colour.strong}});
    }
    ++row_;
  }

  void steps() {
    for (const FoldedLine& line : lines_) {
      const TraceStep& step = failure_.trace[line.step];
      const std::size_t lane = lane_of_[step.thread];
      const ThreadColour& colour = thread_colour(lane);
      if (line.hidden > 0) {
        const std::string more = "… " + grouped(line.hidden) + " more";
        add_node("gap" + std::to_string(line.step), lane,
                 "<" + with_font(more, 10, kPlaceColour) + ">",
                 {{"fillcolor", "white"}, {"color", colour.strong}, {"style", "dotted"}});
      } else {
        add_node("s" + std::to_string(line.step), lane, step_label(step),
                 {{"fillcolor", colour.pale}, {"color", colour.strong}});
        shown_.insert(static_cast<int>(line.step));
      }
      ++row_;
    }
  }

  static std::string step_label(const TraceStep& step) {
    std::string label = "<";
    if (!step.why.empty()) {
      const std::string why = escaped_label(shortened(one_line(step.why), kLongestText));
      label += with_font("<I>" + why + "</I>", 9, step.preemption ? "#000000" : kPlaceColour);
      label += "<BR/>";
    }
    label += "<B>" + escaped_label(shortened(step_text(step), kLongestText)) + "</B>";
    return label + place_line(step.file, step.line, kPlaceColour) + ">";
  }

  static std::string place_line(const std::string& file, int line, const char* colour) {
    const std::string place = place_text(file, line);
    if (place.empty()) return "";
    return "<BR/>" + with_font(escaped_label(shortened(place, kLongestText)), 9, colour);
  }

  // The failure itself: one red node, or one for each thread that waits, with who waits for whom.
  void ends() {
    if (!is_stuck(failure_)) {
      if (!lane_of_.contains(failure_.thread)) return;
      const std::string kind = failure_text(failure_.kind);
      std::string label = "<<B>" + kind + "</B>";
      std::string message = failure_.message.substr(0, failure_.message.find('\n'));
      if (message.starts_with(kind + ": ")) message.erase(0, kind.size() + 2);
      for (const std::string& part : wrapped(shortened(one_line(message), 90), kLongestText)) {
        label += "<BR/>" + with_font(escaped_label(part), 9, "white");
      }
      add_node("failure", lane_of_[failure_.thread], label + ">", red());
      return;
    }
    for (const ThreadEnd& end : failure_.threads) {
      if (end.state != "blocked") continue;
      const std::string text = escaped_label(shortened(wait_text(end), kLongestText));
      add_node(end_id(end.thread), lane_of_[end.thread],
               "<<B>" + text + "</B>" + place_line(end.file, end.line, "white") + ">", red());
    }
    for (const ThreadEnd& end : failure_.threads) {
      if (end.state != "blocked") continue;
      for (const std::string& holder : end.holders) wait_edge(end.thread, holder);
    }
  }

  void wait_edge(const std::string& from, const std::string& holder) {
    const bool waits = std::any_of(
        failure_.threads.begin(), failure_.threads.end(),
        [&](const ThreadEnd& end) { return end.thread == holder && end.state == "blocked"; });
    if (!waits || from == holder) return;
    add_edge(end_id(from), end_id(holder), {{"color", kFailureColour}, {"penwidth", "2"}});
  }

  [[nodiscard]] std::string end_id(const std::string& thread) const {
    return "e" + std::to_string(lane_of_.at(thread));
  }

  static std::vector<DotAttribute> red() {
    return {{"fillcolor", kFailureColour}, {"color", kFailureColour}, {"fontcolor", "white"}};
  }

  // Edges that tell why: preemptions, causes, reads, switches. Of several between two nodes the
  // first stands, for they would be drawn over each other.
  void reasons() {
    for (const int to : shown_) {
      const TraceStep& step = failure_.trace[static_cast<std::size_t>(to)];
      if (step.preemption) {
        reason(to - 1, to, {{"color", "#000000"}, {"style", "dashed"}, {"penwidth", "1.6"}});
      }
      reason(step.cause, to, {{"color", kCauseColour}, {"penwidth", "1.4"}});
      reason(step.read_from, to,
             {{"color", kReadColour}, {"style", "dotted"}, {"penwidth", "1.6"}});
      reason(to - 1, to, {{"color", kSwitchColour}, {"arrowhead", "vee"}});
    }
  }

  void reason(int from, int to, const std::vector<DotAttribute>& attributes) {
    if (!shown_.contains(from) || from >= to) return;
    const auto& trace = failure_.trace;
    const bool inside =
        trace[static_cast<std::size_t>(from)].thread == trace[static_cast<std::size_t>(to)].thread;
    if (inside || !reasons_.insert({from, to}).second) return;
    add_edge("s" + std::to_string(from), "s" + std::to_string(to), attributes);
  }

  // Puts a node into the current row, below the last one of its lane.
  void add_node(const std::string& id, std::size_t lane, const std::string& label,
                std::vector<DotAttribute> attributes) {
    const std::string place =
        std::to_string(centre_[lane]) + "," + std::to_string(-row_ * kRow) + "!";
    attributes.insert(attributes.begin(), {{"pos", place}, {"label", label}});
    out_ += "  " + id + " " + dot_attributes(attributes) + "\n";
    std::string& last = last_[lane];
    if (!last.empty()) {
      add_edge(last, id,
               {{"color", thread_colour(lane).strong}, {"penwidth", "2.2"}, {"arrowhead", "none"}});
    }
    last = id;
  }

  void add_edge(const std::string& from, const std::string& to,
                const std::vector<DotAttribute>& attributes) {
    out_ += "  " + from + " -> " + to + " " + dot_attributes(attributes) + "\n";
  }

  const FailureReport& failure_;
  std::vector<std::string> names_;
  std::map<std::string, std::size_t> lane_of_;
  std::vector<FoldedLine> lines_;
  std::vector<int> centre_;                  // of each lane, in points
  std::map<std::size_t, std::string> last_;  // the last node of each lane
  std::set<int> shown_;                      // steps that have a node
  std::set<std::pair<int, int>> reasons_;
  int row_ = 0;
  std::string out_;
};

}  // namespace

std::string graph(const FailureReport& failure, const GraphStyle& style) {
  return Picture(failure, style).text();
}

}  // namespace mcheck
