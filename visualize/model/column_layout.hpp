// SPDX-License-Identifier: MIT
// The position of each thread's text on a page. It knows widths, not steps.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mcheck {

// The width of reports: 100 columns, or less if the terminal is narrower. A process writes for one
// page only, so the width is global and not an argument of each function.
inline constexpr std::size_t kMaxPageColumns = 100;
inline constexpr std::size_t kMinPageColumns = 72;
[[nodiscard]] std::size_t page_columns();
void set_page_columns(std::size_t terminal_columns);

struct Lane {
  std::size_t start = 0;
  std::size_t width = 0;
};

struct ColumnLayout {
  std::vector<Lane> lanes;  // one per thread; all equal if `named`
  bool named = false;       // too many threads: each step repeats the name
  std::size_t name_start = 0;
  std::size_t place_start = kMaxPageColumns;
};

struct RequiredWidths {
  std::size_t numbers = 1;         // width of the step numbers
  std::vector<std::size_t> lanes;  // the widest text of each thread
  std::size_t names = 0;           // the widest name
  std::size_t places = 0;          // the widest place
};

[[nodiscard]] ColumnLayout layout_for(const RequiredWidths& required);

// The text in lines of at most that many columns, broken at spaces where possible.
// REQUIRES: columns >= 4.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, std::size_t columns);

// Text of several lines, each wrapped to the page and indented by `margin`. The parts of an
// indented line keep its indentation.
[[nodiscard]] std::string paragraphs(const std::string& text, std::size_t margin);

}  // namespace mcheck
