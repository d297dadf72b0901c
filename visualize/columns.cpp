// SPDX-License-Identifier: MIT
#include "visualize/columns.hpp"

#include <algorithm>
#include <map>

#include "engine/base/utf8.hpp"
#include "visualize/column_layout.hpp"
#include "visualize/fold.hpp"
#include "visualize/palette.hpp"
#include "visualize/words.hpp"

namespace mcheck {
namespace {

constexpr std::size_t kMostLines = 90;
constexpr std::size_t kLongestPlace = 26;

enum class RowKind { kStep, kSwitch, kPreemption, kGap, kFailure };

struct Row {
  RowKind kind = RowKind::kStep;
  std::size_t lane = 0;
  std::string number;
  std::string text;
  std::string place;
};

// Keeps the end, where the line number is.
std::string short_place(const std::string& place) {
  const std::size_t columns = columns_of(place);
  if (columns <= kLongestPlace) return place;
  return "…" + place.substr(place.size() - std::min(place.size(), kLongestPlace - 1));
}

class Table {
 public:
  Table(const FailureReport& failure, ColumnsStyle style)
      : names_(threads_of(failure)), ink_(style.coloured) {
    for (std::size_t i = 0; i < names_.size(); ++i) lane_of_[names_[i]] = i;
    add_steps(failure, style.full ? 0 : kMostLines);
    add_ends(failure);
    for (std::string& name : names_) name = shortened(one_line(name), 24);
  }

  std::string text() {
    layout_ = layout_for(wanted());
    std::string out = layout_.named ? "" : heading();
    for (const Row& row : rows_) out += lines_of(row);
    return out;
  }

 private:
  void add_steps(const FailureReport& failure, std::size_t most) {
    const auto& trace = failure.trace;
    for (const FoldedLine& line : folded(trace, most)) {
      const TraceStep& step = trace[line.step];
      const std::size_t lane = lane_of_[step.thread];
      if (line.hidden > 0) {
        const std::string what = line.one_thread ? " more" : " more steps (--full shows them)";
        rows_.push_back({RowKind::kGap, lane, "", "… " + grouped(line.hidden) + what, ""});
        continue;
      }
      if (!step.why.empty()) {
        const RowKind kind = step.preemption ? RowKind::kPreemption : RowKind::kSwitch;
        rows_.push_back({kind, lane, "", (step.preemption ? "▶ " : "↳ ") + one_line(step.why), ""});
      }
      rows_.push_back({RowKind::kStep, lane, std::to_string(line.step + 1), step_text(step),
                       short_place(place_text(step.file, step.line))});
    }
  }

  void add_ends(const FailureReport& failure) {
    const bool stuck = is_stuck(failure);
    for (const ThreadEnd& end : failure.threads) {
      const bool fails = end.thread == failure.thread && !stuck;
      if (!fails && !(stuck && end.state == "blocked")) continue;
      rows_.push_back({RowKind::kFailure, lane_of_[end.thread], "",
                       "✗ " + (fails ? failure_text(failure.kind) : wait_text(end)),
                       short_place(place_text(end.file, end.line))});
    }
    const bool known = std::any_of(failure.threads.begin(), failure.threads.end(),
                                   [&](const auto& end) { return end.thread == failure.thread; });
    if (known || stuck || !lane_of_.contains(failure.thread)) return;
    rows_.push_back(
        {RowKind::kFailure, lane_of_[failure.thread], "", "✗ " + failure_text(failure.kind), ""});
  }

  [[nodiscard]] WantedColumns wanted() const {
    WantedColumns wanted;
    for (const std::string& name : names_) {
      wanted.lanes.push_back(columns_of(name));
      wanted.names = std::max(wanted.names, columns_of(name));
    }
    for (const Row& row : rows_) {
      wanted.numbers = std::max(wanted.numbers, row.number.size());
      wanted.places = std::max(wanted.places, columns_of(row.place));
      wanted.lanes[row.lane] = std::max(wanted.lanes[row.lane], columns_of(row.text));
    }
    return wanted;
  }

  [[nodiscard]] std::string heading() const {
    std::string names;
    std::string rules;
    std::size_t used = 0;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const Lane& lane = layout_.lanes[i];
      const std::string name = shortened(names_[i], lane.width);
      names += indent(lane.start - used) + ink_.thread(i, ink_.bold(name));
      used = lane.start + columns_of(name);
      rules += indent(i == 0 ? lane.start : 2);
      for (std::size_t column = 0; column < lane.width; ++column) rules += "─";
    }
    return names + "\n" + ink_.faint(rules) + "\n";
  }

  [[nodiscard]] std::string lines_of(const Row& row) const {
    const Lane& lane = layout_.lanes[row.lane];
    const std::size_t room = layout_.place_start - 2 - lane.start;
    const std::size_t whole_line = kPageColumns - lane.start;
    std::string out;
    bool first = true;
    for (const std::string& part : wrapped(row.text, row.place.empty() ? whole_line : room)) {
      out += first ? padded("  " + right_aligned(row.number), lane.start) : indent(lane.start);
      if (first && layout_.named) out = named(row);
      out += painted(row, part);
      if (first && !row.place.empty()) {
        out += indent(layout_.place_start - lane.start - columns_of(part)) + ink_.faint(row.place);
      }
      out += "\n";
      first = false;
    }
    return out;
  }

  [[nodiscard]] std::string named(const Row& row) const {
    const std::size_t start = layout_.lanes[row.lane].start;
    const std::size_t used = layout_.name_start + columns_of(names_[row.lane]);
    return padded("  " + right_aligned(row.number), layout_.name_start) +
           ink_.thread(row.lane, names_[row.lane]) + indent(start - used);
  }

  [[nodiscard]] std::string right_aligned(const std::string& number) const {
    const std::size_t digits = (layout_.named ? layout_.name_start : layout_.lanes[0].start) - 4;
    return indent(digits - number.size()) + number;
  }

  [[nodiscard]] static std::string indent(std::size_t columns) { return std::string(columns, ' '); }

  [[nodiscard]] std::string painted(const Row& row, const std::string& text) const {
    switch (row.kind) {
      case RowKind::kStep: return ink_.thread(row.lane, text);
      case RowKind::kSwitch:
      case RowKind::kGap: return ink_.faint(text);
      case RowKind::kPreemption: return ink_.bold(text);
      case RowKind::kFailure: return ink_.failure(text);
    }
    return text;
  }

  std::vector<std::string> names_;
  std::map<std::string, std::size_t> lane_of_;
  std::vector<Row> rows_;
  ColumnLayout layout_;
  Ink ink_;
};

}  // namespace

std::string columns(const FailureReport& failure, ColumnsStyle style) {
  if (failure.trace.empty()) return "";
  return Table(failure, style).text();
}

}  // namespace mcheck
