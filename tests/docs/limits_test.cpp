// SPDX-License-Identifier: MIT
// Each limit says in which direction it is wrong.
#include <catch2/catch.hpp>

#include "tests/docs/page.hpp"

namespace mcheck::docs {
namespace {

// The cells of a line of a table, without what stands in `…`, where a | is none.
std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells(1);
  bool in_code = false;
  for (const char c : line.substr(1)) {
    if (c == '`') in_code = !in_code;
    if (c == '|' && !in_code) {
      cells.emplace_back();
    } else {
      cells.back() += c;
    }
  }
  for (std::string& cell : cells) {
    cell.erase(0, cell.find_first_not_of(' '));
    cell.erase(cell.find_last_not_of(' ') + 1);
  }
  return cells;
}

bool is_direction(const std::string& words) {
  for (const char* known : {"may miss", "may alarm", "refuses", "slow", "neither: "}) {
    if (words.starts_with(known)) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("each limit says whether it may miss a bug, alarm without one, or refuse") {
  int limits = 0;
  for (const auto& page : pages()) {
    bool in_table = false;
    for (const std::string& line : lines_of(text_of(page))) {
      if (line.starts_with("| limit | direction |")) {
        in_table = true;
      } else if (!line.starts_with("|")) {
        in_table = false;
      } else if (in_table && !line.starts_with("| ---")) {
        INFO(page.string() << ": " << line);
        CHECK(is_direction(cells_of(line).at(1)));
        ++limits;
      }
    }
  }
  CHECK(limits > 100);
}

TEST_CASE("a limit without a direction is noticed") {
  CHECK(is_direction(cells_of("| `a | b` is not seen | may miss | – |").at(1)));
  CHECK_FALSE(is_direction(cells_of("| time is not seen | – | – |").at(1)));
  CHECK_FALSE(is_direction(cells_of("| may miss | unknown |").at(1)));
}

}  // namespace mcheck::docs
