// SPDX-License-Identifier: MIT
#include "visualize/text/columns.hpp"

#include <algorithm>
#include <map>

#include "engine/base/utf8.hpp"
#include "visualize/model/column_layout.hpp"
#include "visualize/model/folded_trace.hpp"
#include "visualize/model/palette.hpp"
#include "visualize/model/wording.hpp"
#include "visualize/text/trace_lines.hpp"

namespace mcheck {
namespace {

constexpr std::size_t kMaxPlaceColumns = 26;
constexpr std::size_t kNoteIndent = 2;

struct LaneRow {
  TraceLine line;
  std::size_t lane = 0;
  std::string place;
};

// Keeps the end, which contains the line number.
std::string short_place(const std::string& place) {
  const std::size_t columns = columns_of(place);
  if (columns <= kMaxPlaceColumns) return place;
  return "…" + place.substr(place.size() - std::min(place.size(), kMaxPlaceColumns - 1));
}

class TraceTable {
 public:
  TraceTable(const FailureReport& failure, const std::vector<TraceLine>& lines, ColumnsStyle style)
      : names_(threads_of(failure)), colours_(style.coloured) {
    for (std::size_t i = 0; i < names_.size(); ++i) lane_of_[names_[i]] = i;
    for (const TraceLine& line : lines) {
      const std::size_t lane = lane_of_[line.thread];
      std::string place = short_place(place_text(line.file, line.line));
      rows_.push_back({line, lane, std::move(place)});
    }
    for (std::string& name : names_) name = shortened(one_line(name), 24);
  }

  std::string text() {
    layout_ = layout_for(required());
    std::string out = layout_.named ? "" : heading();
    for (const LaneRow& row : rows_) out += lines_of(row);
    return out;
  }

 private:
  [[nodiscard]] RequiredWidths required() const {
    RequiredWidths required;
    for (const std::string& name : names_) {
      required.lanes.push_back(columns_of(name));
      required.names = std::max(required.names, columns_of(name));
    }
    for (const LaneRow& row : rows_) {
      required.numbers = std::max(required.numbers, row.line.number.size());
      required.places = std::max(required.places, columns_of(row.place));
      required.lanes[row.lane] = std::max(required.lanes[row.lane], columns_of(row.line.text));
      // A note may have a line of its own, and texts extend to the right except in the last lane.
      if (row.lane + 1 == names_.size()) {
        required.lanes[row.lane] =
            std::max(required.lanes[row.lane], columns_of(row.line.note) + kNoteIndent);
      }
    }
    return required;
  }

  [[nodiscard]] std::string heading() const {
    std::string names;
    std::string rules;
    std::size_t used = 0;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const Lane& lane = layout_.lanes[i];
      const std::string name = shortened(names_[i], lane.width);
      names += indent(lane.start - used) + colours_.thread(i, colours_.bold(name));
      used = lane.start + columns_of(name);
      rules += indent(i == 0 ? lane.start : 2);
      for (std::size_t column = 0; column < lane.width; ++column) rules += "─";
    }
    return names + "\n" + colours_.faint(rules) + "\n";
  }

  [[nodiscard]] std::string lines_of(const LaneRow& row) const {
    const Lane& lane = layout_.lanes[row.lane];
    const std::size_t room = layout_.place_start - 2 - lane.start;
    const std::size_t whole_line = page_columns() - lane.start;
    std::string out;
    for (const std::string& part : parts(row, row.place.empty() ? whole_line : room)) {
      const bool first = out.empty();
      out += first ? padded(number(row), lane.start) : indent(lane.start);
      if (first && layout_.named) out = named(row);
      out += painted(row, part);
      if (first && !row.place.empty()) {
        out +=
            indent(layout_.place_start - lane.start - columns_of(part)) + colours_.faint(row.place);
      }
      out += "\n";
    }
    return out;
  }

  // The text and its note, in one line or in consecutive ones.
  [[nodiscard]] static std::vector<std::string> parts(const LaneRow& row, std::size_t room) {
    const std::string& note = row.line.note;
    const std::string both = row.line.text + ", " + note;
    if (!note.empty() && columns_of(both) <= room) return {both};
    std::vector<std::string> lines = wrapped(row.line.text, room);
    if (note.empty()) return lines;
    for (const std::string& part : wrapped(note, room - kNoteIndent)) {
      lines.push_back(indent(kNoteIndent) + part);
    }
    return lines;
  }

  [[nodiscard]] std::string named(const LaneRow& row) const {
    const std::size_t start = layout_.lanes[row.lane].start;
    const std::size_t used = layout_.name_start + columns_of(names_[row.lane]);
    return padded(number(row), layout_.name_start) + colours_.thread(row.lane, names_[row.lane]) +
           indent(start - used);
  }

  [[nodiscard]] std::string number(const LaneRow& row) const {
    const std::size_t digits = (layout_.named ? layout_.name_start : layout_.lanes[0].start) - 4;
    return (row.line.decisive ? "◆ " : "  ") + indent(digits - row.line.number.size()) +
           row.line.number;
  }

  [[nodiscard]] static std::string indent(std::size_t columns) { return std::string(columns, ' '); }

  [[nodiscard]] std::string painted(const LaneRow& row, const std::string& text) const {
    switch (row.line.kind) {
      case TraceLineKind::kStep:
        return row.line.decisive ? colours_.bold(colours_.thread(row.lane, text))
                                 : colours_.thread(row.lane, text);
      case TraceLineKind::kSwitch:
      case TraceLineKind::kFolded: return colours_.faint(text);
      case TraceLineKind::kPreemption: return colours_.bold(text);
      case TraceLineKind::kFailure: return colours_.failure(text);
    }
    return text;
  }

  std::vector<std::string> names_;
  std::map<std::string, std::size_t> lane_of_;
  std::vector<LaneRow> rows_;
  ColumnLayout layout_;
  TerminalColours colours_;
};

}  // namespace

std::string columns(const FailureReport& failure, ColumnsStyle style) {
  if (failure.trace.empty()) return "";
  const std::vector<TraceLine> lines = trace_lines(failure, style.full);
  const std::string legend = legend_text(failure, lines);
  return TraceTable(failure, lines, style).text() + (legend.empty() ? "" : "\n" + legend);
}

}  // namespace mcheck
