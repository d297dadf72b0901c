// SPDX-License-Identifier: MIT
// Names as compilers write them, shortened for people.
#include <algorithm>

#include "engine/base/utf8.hpp"
#include "visualize/model/wording.hpp"

namespace mcheck {
namespace {

constexpr std::size_t kMaxBracketBytes = 24;  // bytes between < and >, or ( and )

bool is_operator(std::string_view text, std::size_t at) {
  constexpr std::string_view kOperator = "operator";
  while (at > 0 && (text[at - 1] == '<' || text[at - 1] == '-' || text[at - 1] == '(')) --at;
  return at >= kOperator.size() &&
         text.substr(at - kOperator.size(), kOperator.size()) == kOperator;
}

// The position of the matching bracket; npos if there is none.
std::size_t matching_bracket(std::string_view text, std::size_t open) {
  const char opens = text[open];
  const char closes = opens == '<' ? '>' : ')';
  std::size_t depth = 0;
  for (std::size_t at = open; at < text.size(); ++at) {
    if (text[at] == opens) ++depth;
    if (text[at] == closes && text[at - 1] != '-' && --depth == 0) return at;
  }
  return std::string_view::npos;
}

}  // namespace

std::string plain_name(std::string_view text) {
  constexpr std::string_view kAnonymousPrefix = "(anonymous namespace)::";
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text.substr(at, kAnonymousPrefix.size()) == kAnonymousPrefix) {
      at += kAnonymousPrefix.size() - 1;
      continue;
    }
    out += text[at];
    const bool opens = (text[at] == '<' || text[at] == '(') && at > 0 && text[at - 1] != ' ';
    if (!opens || is_operator(text, at)) continue;
    const std::size_t end = matching_bracket(text, at);
    if (end == std::string_view::npos || end - at <= kMaxBracketBytes) continue;
    out += "…";
    at = end - 1;
  }
  return one_line(out);
}

std::string short_function(const std::string& function) {
  std::string name = plain_name(function);
  if (name.starts_with("operator()")) return "operator()";
  const std::size_t lambda = name.find("::{lambda");
  if (lambda != std::string::npos)
    return "a lambda in " + name.substr(0, std::min(lambda, name.find('(')));
  name = name.substr(0, name.find('('));
  const std::size_t space = name.rfind(' ');  // after the return type of a template
  if (space != std::string::npos && name.find("operator") == std::string::npos) {
    name = name.substr(space + 1);
  }
  return name + "()";
}

}  // namespace mcheck
