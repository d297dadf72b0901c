// SPDX-License-Identifier: MIT
#include "visualize/graph/mermaid_text.hpp"

#include "engine/base/utf8.hpp"

namespace mcheck {
namespace {

bool is_letter(char c) {
  const bool digit = c >= '0' && c <= '9';
  const bool latin = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  const bool beyond_ascii = (static_cast<unsigned char>(c) & 0x80u) != 0;
  return digit || latin || beyond_ascii;
}

bool is_plain(char c) {
  return is_letter(c) || std::string_view(" _.,:/()+=").find(c) != std::string_view::npos;
}

// The word "end" begins there, in any case.
bool ends_block(std::string_view text, std::size_t at) {
  if (at + 3 > text.size() || (at > 0 && is_letter(text[at - 1]))) return false;
  const auto is = [&](std::size_t i, char lower) { return (text[at + i] | 0x20) == lower; };
  const bool word = is(0, 'e') && is(1, 'n') && is(2, 'd');
  return word && (at + 3 == text.size() || !is_letter(text[at + 3]));
}

std::string character_entity(char c) {
  return "#" + std::to_string(static_cast<unsigned char>(c)) + ";";
}

}  // namespace

std::string mermaid_text(std::string_view text, std::size_t columns) {
  const std::string line = shortened(one_line(text), columns);
  std::string out;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool first_dot = line[i] == '.' && line.find_first_not_of("0123456789") == i;
    const bool plain = is_plain(line[i]) && !ends_block(line, i) && !first_dot;
    out += plain ? std::string(1, line[i]) : character_entity(line[i]);
  }
  return out;
}

}  // namespace mcheck
