// SPDX-License-Identifier: MIT
#include "programs/mcheck/user_classes.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>

#include "programs/mcheck/complaint.hpp"

namespace mcheck::command {
namespace {

std::string trimmed_line(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

// The line up to a # outside of strings.
std::string without_comment(const std::string& line) {
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') quoted = !quoted;
    if (line[i] == '#' && !quoted) return line.substr(0, i);
  }
  return line;
}

// Parses line by line; stops at the first error.
class UserClassReader {
 public:
  explicit UserClassReader(const std::string& text) : lines_(text) {}

  std::variant<std::vector<UserClass>, std::string> read() {
    while (trouble_.empty() && next_line()) take(line_);
    for (const UserClass& each : classes_) {
      if (trouble_.empty() && each.name.empty()) trouble_ = "a class has no name";
    }
    if (!trouble_.empty()) return trouble_;
    return std::move(classes_);
  }

 private:
  bool next_line() {
    std::string line;
    if (!std::getline(lines_, line)) return false;
    ++number_;
    line_ = trimmed_line(without_comment(line));
    return true;
  }

  void wrong(const std::string& what) {
    if (trouble_.empty()) trouble_ = "line " + std::to_string(number_) + ": " + what;
  }

  void take(const std::string& line) {
    if (line.empty()) return;
    if (line == "[[class]]") {
      classes_.emplace_back();
      return;
    }
    const std::size_t equals = line.find('=');
    if (equals == std::string::npos) return wrong("'" + line + "' is neither [[class]] nor a key");
    if (classes_.empty()) return wrong("a key stands before the first [[class]]");
    set(trimmed_line(line.substr(0, equals)), trimmed_line(line.substr(equals + 1)));
  }

  void set(const std::string& key, const std::string& value) {
    UserClass& now = classes_.back();
    if (key == "name") {
      now.name = string_in(value);
    } else if (key == "reads") {
      now.reads = list_in(value);
    } else if (key == "writes") {
      now.writes = list_in(value);
    } else if (key == "safe") {
      if (value != "true" && value != "false") return wrong("safe is true or false");
      now.safe = value == "true";
    } else {
      wrong("'" + key + "' is unknown: name, reads, writes and safe are known");
    }
  }

  std::string string_in(const std::string& value) {
    if (value.size() < 2 || value.front() != '"' || value.find('"', 1) != value.size() - 1) {
      wrong("'" + value + "' is no text in double quotes");
      return "";
    }
    return value.substr(1, value.size() - 2);
  }

  // May span several lines.
  std::vector<std::string> list_in(std::string value) {
    while (value.find(']') == std::string::npos && next_line()) value += line_;
    if (!value.starts_with('[') || !value.ends_with(']')) {
      wrong("'" + value + "' is no list of texts: [\"one\", \"two\"]");
      return {};
    }
    std::vector<std::string> list;
    std::istringstream parts(value.substr(1, value.size() - 2));
    for (std::string part; std::getline(parts, part, ',');) {
      if (!trimmed_line(part).empty()) list.push_back(string_in(trimmed_line(part)));
    }
    return list;
  }

  std::istringstream lines_;
  std::string line_;
  std::size_t number_ = 0;
  std::vector<UserClass> classes_;
  std::string trouble_;
};

}  // namespace

std::variant<std::vector<UserClass>, std::string> parse_user_classes(const std::string& text) {
  return UserClassReader(text).read();
}

std::vector<UserClass> user_classes_for(const Invocation& invocation) {
  std::string path = invocation.config;
  if (path.empty()) {
    path = std::filesystem::path(invocation.program).replace_filename("mcheck.toml").string();
    if (!std::filesystem::exists(path)) return {};
  }
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  if (!file) {
    throw UsageError{complaint("cannot read '" + path + "'", {{"try", "--config FILE"}})};
  }
  auto classes = parse_user_classes(text.str());
  if (const auto* trouble = std::get_if<std::string>(&classes)) {
    throw UsageError{
        complaint("'" + path + "' is not understood: " + *trouble, {{"see", "docs/conflicts.md"}})};
  }
  return std::get<std::vector<UserClass>>(std::move(classes));
}

}  // namespace mcheck::command
