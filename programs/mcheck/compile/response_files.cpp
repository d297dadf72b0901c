// SPDX-License-Identifier: MIT
#include "programs/mcheck/compile/response_files.hpp"

#include <cctype>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include "programs/mcheck/cli/diagnostic.hpp"

namespace mcheck::command {
namespace {

constexpr int kMaxNestedFiles = 100;

bool is_blank(char letter) { return std::isspace(static_cast<unsigned char>(letter)) != 0; }

std::optional<std::string> response_text(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void expand(const std::vector<std::string>& arguments, int depth, ExpandedArguments& expanded) {
  for (const std::string& argument : arguments) {
    if (!argument.starts_with('@')) {
      expanded.arguments.push_back(argument);
      continue;
    }
    if (depth == kMaxNestedFiles) {
      throw UsageError{diagnostic("the response file '" + argument + "' includes itself",
                                  {{"usually", "it names itself"}})};
    }
    const std::optional<std::string> text = response_text(argument.substr(1));
    if (!text) {
      expanded.arguments.push_back(argument);
      continue;
    }
    expanded.from_files = true;
    expand(split_response(*text), depth + 1, expanded);
  }
}

}  // namespace

ExpandedArguments expand_response_files(const std::vector<std::string>& arguments) {
  ExpandedArguments expanded;
  expand(arguments, 0, expanded);
  return expanded;
}

std::vector<std::string> split_response(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = '\0';
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char letter = text[i];
    if (quote == '\0' && is_blank(letter)) {
      if (in_word) words.push_back(std::move(word));
      word.clear();
      in_word = false;
      continue;
    }
    in_word = true;
    if (letter == '\\' && i + 1 < text.size()) {
      word += text[++i];
    } else if (quote != '\0' ? letter == quote : letter == '\'' || letter == '"') {
      quote = quote == '\0' ? letter : '\0';
    } else {
      word += letter;
    }
  }
  if (in_word) words.push_back(std::move(word));
  return words;
}

std::string response_text(const std::vector<std::string>& arguments) {
  std::string text;
  for (const std::string& argument : arguments) {
    text += '"';
    for (const char letter : argument) {
      if (letter == '"' || letter == '\\') text += '\\';
      text += letter;
    }
    text += "\"\n";
  }
  return text;
}

}  // namespace mcheck::command
