// SPDX-License-Identifier: MIT
#include "visualize/columns.hpp"

#include <algorithm>
#include <map>

#include "engine/base/utf8.hpp"
#include "visualize/column_layout.hpp"
#include "visualize/fold.hpp"
#include "visualize/palette.hpp"
#include "visualize/story.hpp"
#include "visualize/words.hpp"

namespace mcheck {
namespace {

constexpr std::size_t kLongestPlace = 26;
constexpr std::size_t kNoteIndent = 2;

struct LaneRow {
  StoryLine line;
  std::size_t lane = 0;
  std::string place;
};

// Keeps the end, which contains the line number.
std::string short_place(const std::string& place) {
  const std::size_t columns = columns_of(place);
  if (columns <= kLongestPlace) return place;
  return "…" + place.substr(place.size() - std::min(place.size(), kLongestPlace - 1));
}

class Table {
 public:
  Table(const FailureReport& failure, const std::vector<StoryLine>& lines, ColumnsStyle style)
      : names_(threads_of(failure)), ink_(style.coloured) {
    for (std::size_t i = 0; i < names_.size(); ++i) lane_of_[names_[i]] = i;
    for (const StoryLine& line : lines) {
      const std::size_t lane = lane_of_[line.thread];
      std::string place = short_place(place_text(line.file, line.line));
      rows_.push_back({line, lane, std::move(place)});
    }
    for (std::string& name : names_) name = shortened(one_line(name), 24);
  }

  std::string text() {
    layout_ = layout_for(wanted());
    std::string out = layout_.named ? "" : heading();
    for (const LaneRow& row : rows_) out += lines_of(row);
    return out;
  }

 private:
  [[nodiscard]] WantedColumns wanted() const {
    WantedColumns wanted;
    for (const std::string& name : names_) {
      wanted.lanes.push_back(columns_of(name));
      wanted.names = std::max(wanted.names, columns_of(name));
    }
    for (const LaneRow& row : rows_) {
      wanted.numbers = std::max(wanted.numbers, row.line.number.size());
      wanted.places = std::max(wanted.places, columns_of(row.place));
      wanted.lanes[row.lane] = std::max(wanted.lanes[row.lane], columns_of(row.line.text));
      // A note may have a line of its own, and texts extend to the right except in the last lane.
      if (row.lane + 1 == names_.size()) {
        wanted.lanes[row.lane] =
            std::max(wanted.lanes[row.lane], columns_of(row.line.note) + kNoteIndent);
      }
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
        out += indent(layout_.place_start - lane.start - columns_of(part)) + ink_.faint(row.place);
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
    return padded(number(row), layout_.name_start) + ink_.thread(row.lane, names_[row.lane]) +
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
      case LineKind::kStep:
        return row.line.decisive ? ink_.bold(ink_.thread(row.lane, text))
                                 : ink_.thread(row.lane, text);
      case LineKind::kSwitch:
      case LineKind::kFolded: return ink_.faint(text);
      case LineKind::kPreemption: return ink_.bold(text);
      case LineKind::kFailure: return ink_.failure(text);
    }
    return text;
  }

  std::vector<std::string> names_;
  std::map<std::string, std::size_t> lane_of_;
  std::vector<LaneRow> rows_;
  ColumnLayout layout_;
  Ink ink_;
};

}  // namespace

std::string columns(const FailureReport& failure, ColumnsStyle style) {
  if (failure.trace.empty()) return "";
  const std::vector<StoryLine> lines = story(failure, style.full);
  const std::string marks = legend(failure, lines);
  return Table(failure, lines, style).text() + (marks.empty() ? "" : "\n" + marks);
}

}  // namespace mcheck
