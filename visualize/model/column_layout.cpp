// SPDX-License-Identifier: MIT
#include "visualize/model/column_layout.hpp"

#include <algorithm>
#include <numeric>

#include "engine/base/utf8.hpp"

namespace mcheck {
namespace {

std::size_t current_page_columns = kMaxPageColumns;

constexpr std::size_t kColumnGap = 2;         // between columns
constexpr std::size_t kMinLane = 9;           // a narrower lane shows nothing useful
constexpr std::size_t kMinLastLane = 26;      // the last lane cannot extend to the right
constexpr std::size_t kComfortableLane = 20;  // for the other lanes, which can
constexpr std::size_t kMaxNameColumns = 24;

// Narrows the widest lanes until all fit.
void shrink_to_fit(std::vector<std::size_t>& widths, std::size_t room) {
  std::size_t total = std::accumulate(widths.begin(), widths.end(), kColumnGap * widths.size());
  while (total > room) {
    const auto last = widths.end() - 1;
    auto widest = std::max_element(widths.begin(), last);
    const bool spare = widest != last && *widest > kComfortableLane;
    if (!spare &&
        (widest == last || *widest <= kMinLane || *last > std::max(*widest, kMinLastLane))) {
      widest = last;
    }
    if (*widest <= kMinLane) return;
    --*widest;
    --total;
  }
}

void place_side_by_side(ColumnLayout& layout, const std::vector<std::size_t>& widths,
                        std::size_t start) {
  for (const std::size_t width : widths) {
    layout.lanes.push_back({start, width});
    start += width + kColumnGap;
  }
}

// The bytes of the first `columns` columns.
std::size_t bytes_of(std::string_view text, std::size_t columns) {
  std::size_t bytes = 0;
  while (bytes < text.size() && columns > 0) {
    ++bytes;
    while (bytes < text.size() && (static_cast<unsigned char>(text[bytes]) & 0xc0u) == 0x80u) {
      ++bytes;
    }
    --columns;
  }
  return bytes;
}

}  // namespace

std::size_t page_columns() { return current_page_columns; }

void set_page_columns(std::size_t terminal_columns) {
  current_page_columns = std::clamp(terminal_columns, kMinPageColumns, kMaxPageColumns);
}

ColumnLayout layout_for(const RequiredWidths& required) {
  ColumnLayout layout;
  const std::size_t start = required.numbers + 2 * kColumnGap;
  const std::size_t places = required.places == 0 ? 0 : required.places + kColumnGap;
  const std::size_t room = page_columns() - start - places;
  std::vector<std::size_t> widths = required.lanes;
  if (widths.size() * (kMinLane + kColumnGap) + kMinLastLane > room + kMinLane) {
    const std::size_t names = std::min(required.names, kMaxNameColumns);
    layout.named = true;
    layout.name_start = start;
    const std::size_t text = start + names + kColumnGap;
    const auto widest = *std::max_element(widths.begin(), widths.end());
    const Lane lane{text, std::min(widest, page_columns() - places - text)};
    layout.lanes.assign(widths.size(), lane);
  } else {
    shrink_to_fit(widths, room);
    place_side_by_side(layout, widths, start);
  }
  layout.place_start = layout.lanes.back().start + layout.lanes.back().width + kColumnGap;
  return layout;
}

std::string paragraphs(const std::string& text, std::size_t margin) {
  std::string out;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = one_line(text.substr(begin, end - begin));
    const std::size_t inner = std::min<std::size_t>(line.find_first_not_of(' '), 20);
    const std::string indent(margin + (inner < line.size() ? inner : 0), ' ');
    for (const std::string& part :
         wrapped(std::string_view(line).substr(std::min(inner, line.size())),
                 page_columns() - indent.size())) {
      out += indent + part + "\n";
    }
    begin = end + 1;
  }
  return out;
}

std::vector<std::string> wrapped(std::string_view text, std::size_t columns) {
  std::vector<std::string> lines;
  while (columns_of(text) > columns) {
    const std::size_t most = bytes_of(text, columns);
    std::size_t end = text.substr(0, most + 1).rfind(' ');
    const bool word_end = end != std::string_view::npos && end > 0;
    if (!word_end) end = most;
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(word_end ? end + 1 : end);
  }
  if (!text.empty() || lines.empty()) lines.emplace_back(text);
  return lines;
}

}  // namespace mcheck
