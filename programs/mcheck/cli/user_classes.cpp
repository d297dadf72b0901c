// SPDX-License-Identifier: MIT
#include "programs/mcheck/cli/user_classes.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>

#include "programs/mcheck/cli/diagnostic.hpp"

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
    while (error_.empty() && next_line()) parse_line(line_);
    for (const UserClass& each : classes_) {
      if (error_.empty() && each.name.empty()) error_ = "a class has no name";
    }
    if (!error_.empty()) return error_;
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

  void set_error(const std::string& what) {
    if (error_.empty()) error_ = "line " + std::to_string(number_) + ": " + what;
  }

  void parse_line(const std::string& line) {
    if (line.empty()) return;
    if (line == "[[class]]") {
      classes_.emplace_back();
      return;
    }
    const std::size_t equals = line.find('=');
    if (equals == std::string::npos)
      return set_error("'" + line + "' is neither [[class]] nor a key");
    if (classes_.empty()) return set_error("a key stands before the first [[class]]");
    assign_key(trimmed_line(line.substr(0, equals)), trimmed_line(line.substr(equals + 1)));
  }

  void assign_key(const std::string& key, const std::string& value) {
    UserClass& now = classes_.back();
    if (key == "name") {
      now.name = parse_string(value);
    } else if (key == "reads") {
      now.reads = parse_list(value);
    } else if (key == "writes") {
      now.writes = parse_list(value);
    } else if (key == "safe") {
      if (value != "true" && value != "false") return set_error("safe is true or false");
      now.safe = value == "true";
    } else {
      set_error("'" + key + "' is unknown: name, reads, writes and safe are known");
    }
  }

  std::string parse_string(const std::string& value) {
    if (value.size() < 2 || value.front() != '"' || value.find('"', 1) != value.size() - 1) {
      set_error("'" + value + "' is no text in double quotes");
      return "";
    }
    return value.substr(1, value.size() - 2);
  }

  // May span several lines.
  std::vector<std::string> parse_list(std::string value) {
    while (value.find(']') == std::string::npos && next_line()) value += line_;
    if (!value.starts_with('[') || !value.ends_with(']')) {
      set_error("'" + value + "' is no list of texts: [\"one\", \"two\"]");
      return {};
    }
    std::vector<std::string> list;
    std::istringstream parts(value.substr(1, value.size() - 2));
    for (std::string part; std::getline(parts, part, ',');) {
      if (!trimmed_line(part).empty()) list.push_back(parse_string(trimmed_line(part)));
    }
    return list;
  }

  std::istringstream lines_;
  std::string line_;
  std::size_t number_ = 0;
  std::vector<UserClass> classes_;
  std::string error_;
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
    throw UsageError{diagnostic("cannot read '" + path + "'", {{"try", "--config FILE"}})};
  }
  auto classes = parse_user_classes(text.str());
  if (const auto* error = std::get_if<std::string>(&classes)) {
    throw UsageError{
        diagnostic("'" + path + "' is not understood: " + *error, {{"see", "docs/conflicts.md"}})};
  }
  return std::get<std::vector<UserClass>>(std::move(classes));
}

}  // namespace mcheck::command
