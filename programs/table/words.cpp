// SPDX-License-Identifier: MIT
#include "words.hpp"

#include <algorithm>
#include <charconv>

namespace table {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::vector<std::string> words_of(std::string_view line) {
  constexpr std::string_view kBlank = " \t\r\v\f";
  line = line.substr(0, line.find('#'));
  std::vector<std::string> words;
  for (std::size_t at = 0; (at = line.find_first_not_of(kBlank, at)) != std::string_view::npos;) {
    std::size_t end = 0;
    if (line[at] == '=' || line.substr(at, 2) == "!=") {
      end = at + (line.substr(at + 1, 1) == "=" ? 2 : 1);
    } else {
      end = line.find_first_of(" \t\r\v\f=!", at + 1);
    }
    end = std::min(end, line.size());
    words.emplace_back(line.substr(at, end - at));
    at = end;
  }
  return words;
}

std::string quoted_word(std::string_view word) {
  constexpr std::size_t kMost = 40;
  std::string text(word.substr(0, kMost));
  std::ranges::replace_if(
      text, [](char c) { return c < ' ' || c > '~'; }, '?');
  return "'" + text + (word.size() > kMost ? "…'" : "'");
}

std::optional<std::size_t> as_register(std::string_view word) {
  if (word.size() != 2 || word[0] != 'r' || !is_digit(word[1])) return std::nullopt;
  return static_cast<std::size_t>(word[1] - '0');
}

std::optional<Number> as_number(std::string_view word) {
  Number number = 0;
  const char* const end = word.data() + word.size();
  const auto [rest, error] = std::from_chars(word.data(), end, number);
  if (error != std::errc() || rest != end) return std::nullopt;
  return number;
}

bool is_name(std::string_view word) {
  if (word.empty() || !is_letter(word[0]) || as_register(word)) return false;
  return std::ranges::all_of(word, [](char c) { return is_letter(c) || is_digit(c); });
}

}  // namespace table
