// SPDX-License-Identifier: MIT
#include "visualize/column_layout.hpp"

#include <algorithm>
#include <numeric>

#include "engine/base/utf8.hpp"

namespace mcheck {
namespace {

std::size_t the_page = kWidestPage;

constexpr std::size_t kGap = 2;         // between columns
constexpr std::size_t kNarrowest = 9;   // a narrower lane shows nothing useful
constexpr std::size_t kLastLeast = 26;  // the last lane cannot extend to the right
constexpr std::size_t kEnough = 20;     // for the other lanes, which can
constexpr std::size_t kWidestName = 24;

// Narrows the widest lanes until all fit.
void shrink(std::vector<std::size_t>& widths, std::size_t room) {
  std::size_t total = std::accumulate(widths.begin(), widths.end(), kGap * widths.size());
  while (total > room) {
    const auto last = widths.end() - 1;
    auto widest = std::max_element(widths.begin(), last);
    const bool spare = widest != last && *widest > kEnough;
    if (!spare &&
        (widest == last || *widest <= kNarrowest || *last > std::max(*widest, kLastLeast))) {
      widest = last;
    }
    if (*widest <= kNarrowest) return;
    --*widest;
    --total;
  }
}

void place_side_by_side(ColumnLayout& layout, const std::vector<std::size_t>& widths,
                        std::size_t start) {
  for (const std::size_t width : widths) {
    layout.lanes.push_back({start, width});
    start += width + kGap;
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

std::size_t page_columns() { return the_page; }

void set_page_columns(std::size_t of_terminal) {
  the_page = std::clamp(of_terminal, kNarrowestPage, kWidestPage);
}

ColumnLayout layout_for(const WantedColumns& wanted) {
  ColumnLayout layout;
  const std::size_t start = wanted.numbers + 2 * kGap;
  const std::size_t places = wanted.places == 0 ? 0 : wanted.places + kGap;
  const std::size_t room = page_columns() - start - places;
  std::vector<std::size_t> widths = wanted.lanes;
  if (widths.size() * (kNarrowest + kGap) + kLastLeast > room + kNarrowest) {
    const std::size_t names = std::min(wanted.names, kWidestName);
    layout.named = true;
    layout.name_start = start;
    const std::size_t text = start + names + kGap;
    const auto widest = *std::max_element(widths.begin(), widths.end());
    const Lane lane{text, std::min(widest, page_columns() - places - text)};
    layout.lanes.assign(widths.size(), lane);
  } else {
    shrink(widths, room);
    place_side_by_side(layout, widths, start);
  }
  layout.place_start = layout.lanes.back().start + layout.lanes.back().width + kGap;
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
