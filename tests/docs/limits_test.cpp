// SPDX-License-Identifier: MIT
// Each limit says in which direction it is wrong; those of limits.md also say which verdict
// results, and which test shows it.
#include <catch2/catch.hpp>

#include <filesystem>
#include <set>

#include "tests/docs/page.hpp"

namespace mcheck::docs::limits_test {
namespace {

// The cells of a table row. A | within `…` does not separate cells.
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

// The source with adjacent string literals joined.
std::string joined_texts(const std::string& source) {
  std::string joined;
  for (std::size_t at = 0; at < source.size(); ++at) {
    if (source[at] == '"' && at > 0 && source[at - 1] != '\\') {
      const std::size_t next = source.find_first_not_of(" \n", at + 1);
      if (next != std::string::npos && next > at + 1 && source[next] == '"') {
        at = next;
        continue;
      }
    }
    joined += source[at];
  }
  return joined;
}

// The joined text of all sources below a folder.
std::string texts_under(const std::string& folder) {
  std::string all;
  const std::filesystem::path root = MCHECK_SOURCE_DIRECTORY;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
    const std::string kind = entry.path().extension();
    if (kind == ".cpp" || kind == ".hpp") all += joined_texts(text_of(entry.path()));
  }
  return all;
}

bool is_test(const std::string& texts, const std::string& name) {
  const std::string quoted_name = '"' + name + '"';
  for (std::size_t at = texts.find(quoted_name); at != std::string::npos;
       at = texts.find(quoted_name, at + 1)) {
    const std::size_t last = texts.find_last_not_of(" \n", at - 1);
    if (std::string_view(texts).substr(0, last + 1).ends_with("TEST_CASE(")) return true;
  }
  return false;
}

// The parts between pairs of quotes, from the first quote on.
std::vector<std::string> quoted(const std::string& words, char quote) {
  std::vector<std::string> all;
  for (std::size_t begin = words.find(quote); begin != std::string::npos;) {
    const std::size_t end = words.find(quote, begin + 1);
    if (end == std::string::npos) break;
    all.push_back(words.substr(begin + 1, end - begin - 1));
    begin = words.find(quote, end + 1);
  }
  return all;
}

constexpr std::string_view kVerified = "*verified*";
constexpr std::string_view kAssumed = ", assumed";
constexpr std::string_view kUnreported = ", and no line says so";

bool is_verdict(const std::string& words) {
  for (const char* known :
       {"*verified*", "*bug*", "*incomplete*", "refused", "slow", "a warning "}) {
    if (words.starts_with(known)) return true;
  }
  return false;
}

// Each *verified* has a reason, or names the line of the report that mentions the assumption.
bool says_why_verified(const std::string& words) {
  for (std::size_t at = words.find(kVerified); at != std::string::npos;
       at = words.find(kVerified, at + 1)) {
    const std::string rest = words.substr(at + kVerified.size());
    const bool has_reason = rest.starts_with(": ") && rest.size() > 12;
    if (!has_reason && !rest.starts_with(kAssumed) && !rest.starts_with(kUnreported)) return false;
  }
  return true;
}

// The rows of the tables of limits.md, without their headings.
std::vector<std::vector<std::string>> limit_rows() {
  std::vector<std::vector<std::string>> rows;
  bool in_table = false;
  const std::filesystem::path root = MCHECK_SOURCE_DIRECTORY;
  for (const std::string& line : lines_of(text_of(root / "docs" / "limits.md"))) {
    if (line.starts_with("| limit |")) {
      in_table = true;
      CHECK(line == "| limit | verdict then | tested by | what to do |");
    } else if (!line.starts_with("|")) {
      in_table = false;
    } else if (in_table && !line.starts_with("| ---")) {
      rows.push_back(cells_of(line));
    }
  }
  return rows;
}

}  // namespace

TEST_CASE("each limit of a page says in which direction it is wrong") {
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
  CHECK(limits > 20);
}

TEST_CASE("a limit without a direction is caught") {
  CHECK(is_direction(cells_of("| `a | b` is not seen | may miss | – |").at(1)));
  CHECK_FALSE(is_direction(cells_of("| time is not seen | – | – |").at(1)));
  CHECK_FALSE(is_direction(cells_of("| may miss | unknown |").at(1)));
}

TEST_CASE("each limit says what the verdict is then, and no verified without a reason") {
  const std::string texts = texts_under("engine");
  int unreported = 0;
  const auto rows = limit_rows();
  for (const auto& row : rows) {
    INFO(row.front());
    REQUIRE(row.size() == 5);
    const std::string& verdict = row.at(1);
    CHECK(is_verdict(verdict));
    CHECK(says_why_verified(verdict));
    if (verdict.find(kUnreported) != std::string::npos) ++unreported;
    if (verdict.find(kAssumed) == std::string::npos) continue;
    for (const std::string& line : quoted(verdict.substr(verdict.find(kAssumed)), '`')) {
      if (line.find(' ') == std::string::npos) continue;  // a word of code
      INFO(line);
      CHECK(texts.find(line) != std::string::npos);
    }
  }
  CHECK(rows.size() > 100);
  CHECK(unreported <= 5);  // fewer are better
}

TEST_CASE("each test that a limit names is there") {
  const std::string texts = texts_under("tests");
  int named = 0;
  for (const auto& row : limit_rows()) {
    INFO(row.front());
    const std::string& tested = row.at(2);
    const std::vector<std::string> names = quoted(tested, '"');
    const bool none = tested == "–";
    CHECK((none || !names.empty() || tested.starts_with("`tests/")));
    for (const std::string& name : names) {
      INFO(name);
      CHECK(is_test(texts, name));
      ++named;
    }
  }
  CHECK(named > 80);
}

TEST_CASE("each line that a verdict may rest on is one that mcheck prints") {
  const std::string texts = texts_under("engine");
  const std::filesystem::path page = std::filesystem::path(MCHECK_SOURCE_DIRECTORY) / "docs";
  int lines = 0;
  bool in_table = false;
  for (const std::string& line : lines_of(text_of(page / "verified.md"))) {
    in_table = line.starts_with("| line |") || (in_table && line.starts_with("|"));
    if (!in_table || !line.starts_with("| `")) continue;
    INFO(line);
    CHECK(texts.find(quoted(line, '`').at(0)) != std::string::npos);
    ++lines;
  }
  CHECK(lines == 31);
}

TEST_CASE("a verdict without a reason is caught") {
  CHECK(says_why_verified("*verified*: nothing can come of it"));
  CHECK(says_why_verified("*bug*; *verified*, assumed: `no timed operation times out`"));
  CHECK_FALSE(says_why_verified("*verified*"));
  CHECK_FALSE(says_why_verified("*verified*: –"));
  CHECK_FALSE(says_why_verified("*verified*, assumed: `x`, or *verified* rarely"));
  CHECK_FALSE(is_verdict("may miss"));
}

}  // namespace mcheck::docs::limits_test
