// SPDX-License-Identifier: MIT
#include "programs/mcheck/reflection/call_code.hpp"

#include <cctype>
#include <vector>

namespace mcheck::command::reflection {
namespace {

// The pieces between commas that are in no brackets.
std::vector<std::string> split_outside_brackets(const std::string& text) {
  std::vector<std::string> pieces(1);
  int depth = 0;
  for (const char c : text) {
    if (c == '<' || c == '(' || c == '{' || c == '[') ++depth;
    if (c == '>' || c == ')' || c == '}' || c == ']') --depth;
    if (c == ',' && depth == 0) {
      pieces.emplace_back();
    } else {
      pieces.back() += c;
    }
  }
  return pieces;
}

bool is_identifier_letter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// Each use of the name, as a whole word.
std::string with_hole(const std::string& text, const std::string& name, std::size_t number) {
  if (name.empty()) return text;  // an unnamed parameter
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const bool starts =
        (i == 0 || !is_identifier_letter(text[i - 1])) && text.compare(i, name.size(), name) == 0 &&
        (i + name.size() == text.size() || !is_identifier_letter(text[i + name.size()]));
    result += starts ? "{" + std::to_string(number) + "}" : std::string(1, text[i]);
    i += starts ? name.size() : 1;
  }
  return result;
}

}  // namespace

std::string code_of(const std::string& callable) {
  const std::size_t open = callable.find('(');
  const std::size_t body = callable.find(" { ");
  if (open == std::string::npos || body == std::string::npos) return "";
  const std::size_t close = callable.rfind(')', body);
  const std::string list = callable.substr(open + 1, close - open - 1);
  std::string code = callable.substr(body + 3, callable.rfind('}') - body - 3);
  code.erase(code.find_last_not_of("; ") + 1);
  if (code.starts_with("return ")) code.erase(0, 7);
  const bool is_simple = code.find(';') == std::string::npos;
  std::string call = "(" + callable + ")(";
  const std::vector<std::string> parameters = split_outside_brackets(list);
  for (std::size_t i = 0; i < parameters.size() && !list.empty(); ++i) {
    std::size_t start = parameters[i].size();
    while (start > 0 && is_identifier_letter(parameters[i][start - 1])) --start;
    code = with_hole(code, parameters[i].substr(start), i);
    call += (i == 0 ? "{" : ", {") + std::to_string(i) + "}";
  }
  return is_simple ? code : call + ")";
}

}  // namespace mcheck::command::reflection
