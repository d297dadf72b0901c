// SPDX-License-Identifier: MIT
#include "programs/mcheck/assembler/statement.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace mcheck::command {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

bool is_name(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_' || letter == '.' ||
         letter == '$';
}

std::string_view first_word(std::string_view text) {
  return text.substr(0, std::min(text.find_first_of(" \t"), text.size()));
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(),
                         [](unsigned char letter) { return std::tolower(letter); });
  return result;
}

bool is_prefix(std::string_view word) {
  constexpr std::array<std::string_view, 18> kPrefixes = {
      "lock", "rep",    "repe",  "repz",    "repne", "repnz", "xacquire", "xrelease", "addr32",
      "rex",  "data16", "rex.w", "notrack", "cs",    "ds",    "es",       "fs",       "gs"};
  return std::ranges::find(kPrefixes, word) != kPrefixes.end() ||
         (word.starts_with("{") && word.ends_with("}"));
}

// Splits at commas outside of parentheses and strings.
std::vector<std::string> split_operands(std::string_view text) {
  std::vector<std::string> operands;
  int depth = 0;
  bool quoted = false;
  std::size_t start = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') quoted = !quoted;
    if (text[i] == '(') ++depth;
    if (text[i] == ')') --depth;
    if (text[i] != ',' || depth != 0 || quoted) continue;
    operands.emplace_back(trimmed(text.substr(start, i - start)));
    start = i + 1;
  }
  if (const auto last = trimmed(text.substr(start)); !last.empty()) operands.emplace_back(last);
  return operands;
}

// The length of a leading label with its colon, or 0.
std::size_t label_at(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && is_name(text[end])) ++end;
  return end > 0 && end < text.size() && text[end] == ':' ? end + 1 : 0;
}

}  // namespace

bool AsmStatement::has_prefix(std::string_view prefix) const {
  return std::ranges::find(prefixes, prefix) != prefixes.end();
}

std::string AsmStatement::text() const {
  std::string result;
  for (const std::string& prefix : prefixes) result += prefix + " ";
  result += mnemonic;
  for (std::size_t i = 0; i < operands.size(); ++i) result += (i == 0 ? " " : ", ") + operands[i];
  return std::string(trimmed(result));
}

std::vector<std::string> split_statements(std::string_view line, bool& in_comment) {
  std::vector<std::string> statements(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const std::string_view rest = line.substr(i);
    if (in_comment) {
      if (!rest.starts_with("*/")) continue;
      in_comment = false;
      ++i;
    } else if (quoted) {
      statements.back() += line[i];
      if (line[i] == '\\' && i + 1 < line.size())
        statements.back() += line[++i];
      else
        quoted = line[i] != '"';
    } else if (rest.starts_with("/*")) {
      in_comment = true;
      statements.back() += ' ';
      ++i;
    } else if (line[i] == '#') {
      break;
    } else if (line[i] == ';') {
      statements.emplace_back();
    } else {
      quoted = line[i] == '"';
      statements.back() += line[i];
    }
  }
  std::erase_if(statements, [](const std::string& each) { return trimmed(each).empty(); });
  return statements;
}

AsmStatement parse_statement(std::string_view text) {
  AsmStatement statement;
  text = trimmed(text);
  for (std::size_t size = 0; (size = label_at(text)) > 0; text = trimmed(text.substr(size))) {
    statement.labels.emplace_back(text.substr(0, size));
  }
  std::string word = lower(first_word(text));
  for (; is_prefix(word); word = lower(first_word(text))) {
    statement.prefixes.push_back(word);
    text = trimmed(text.substr(word.size()));
  }
  statement.mnemonic = word;
  statement.operands = split_operands(text.substr(word.size()));
  return statement;
}

bool is_memory(std::string_view operand) {
  if (operand.empty() || operand.front() == '$' || operand.front() == '*') return false;
  return operand.front() != '%' || operand.find(':') != std::string_view::npos;
}

unsigned register_bytes(std::string_view operand) {
  if (!operand.starts_with("%")) return 0;
  const std::string name = lower(operand.substr(1));
  constexpr std::array<std::string_view, 8> kWords = {"ax", "cx", "dx", "bx",
                                                      "sp", "bp", "si", "di"};
  constexpr std::array<std::string_view, 12> kBytes = {"al", "cl", "dl",  "bl",  "ah",  "ch",
                                                       "dh", "bh", "spl", "bpl", "sil", "dil"};
  const auto is_word = [&](std::string_view part) {
    return std::ranges::find(kWords, part) != kWords.end();
  };
  if (std::ranges::find(kBytes, name) != kBytes.end()) return 1;
  if (is_word(name)) return 2;
  if (name.size() == 3 && name[0] == 'e' && is_word(name.substr(1))) return 4;
  if (name.size() == 3 && name[0] == 'r' && is_word(name.substr(1))) return 8;
  if (name.size() < 2 || name[0] != 'r' || std::isdigit(static_cast<unsigned char>(name[1])) == 0) {
    return 0;
  }
  switch (name.back()) {
    case 'b': return 1;
    case 'w': return 2;
    case 'd': return 4;
    default: return 8;
  }
}

bool is_stack_pointer(std::string_view operand) {
  const std::string name = lower(operand);
  return name == "%rsp" || name == "%esp" || name == "%sp" || name == "%spl";
}

bool is_relative_to_stack(std::string_view operand) {
  const std::string name = lower(operand);
  return name.find("(%rsp") != std::string::npos || name.find("(%esp") != std::string::npos;
}

}  // namespace mcheck::command
