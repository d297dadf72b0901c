// SPDX-License-Identifier: MIT
#include "tests/docs/output_compare.hpp"

#include <regex>
#include <vector>

#include "tests/docs/page.hpp"

namespace mcheck::docs {
namespace {

const std::string kAnyLines = "…";

using Lines = std::vector<std::string>;

std::string without_variable_parts(std::string text) {
  const std::vector<std::pair<const char*, const char*>> rules = {
      {R"((searched:[^\n]*)\n {10}(?! ))", "$1 "},  // wrapped because figures were long
      {R"(\b[0-9][0-9.,]* min [0-9]+ s\b)", "… s"},
      {R"((under )?\b[0-9][0-9.,]* (ns|ms|s|min|seconds)\b)", "… s"},
      {R"(, [0-9][0-9.,]* a second)", ""},
      {R"("seconds":[0-9.e-]+)", "\"seconds\":0"},
      {R"(\b0x[0-9a-f]+)", "0x…"},
      {R"(\b[0-9]+ bytes in a snapshot)", "… bytes in a snapshot"},
      {R"(\b[0-9]{9,}\b)", "…"},
      {R"( +\n)", "\n"},
  };
  for (const auto& [pattern, with] : rules) {
    text = std::regex_replace(text, std::regex(pattern), with);
  }
  return text;
}

// The lines from `at` of the pattern match those from `from`; `…` matches any number of lines.
bool matches_from(const Lines& pattern, std::size_t at, const Lines& lines, std::size_t from) {
  if (at == pattern.size()) return from == lines.size();
  if (pattern[at] == kAnyLines) {
    for (std::size_t next = from; next <= lines.size(); ++next) {
      if (matches_from(pattern, at + 1, lines, next)) return true;
    }
    return false;
  }
  return from < lines.size() && pattern[at] == lines[from] &&
         matches_from(pattern, at + 1, lines, from + 1);
}

Lines compared(const std::string& text) {
  Lines lines = lines_of(without_variable_parts(text));
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

}  // namespace

std::string part_shown(const std::string& printed, const std::string& shown) {
  if (shown.find("searched:") != std::string::npos) return printed;
  return printed.substr(0, printed.find("searched:"));
}

bool same_output(const std::string& shown, const std::string& printed) {
  return matches_from(compared(shown), 0, compared(part_shown(printed, shown)), 0);
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at)) {
    text.replace(at, what.size(), with);
    at += with.size();
  }
  return text;
}

}  // namespace mcheck::docs
