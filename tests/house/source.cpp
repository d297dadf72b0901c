// SPDX-License-Identifier: MIT
#include "tests/house/source.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace mcheck::house {
namespace {

namespace fs = std::filesystem;

// Scans a file once, character by character, and tracks the kind of text.
class Stripper {
 public:
  explicit Stripper(std::string text) : text_(std::move(text)) {}

  std::string strip() {
    while (at_ < text_.size()) {
      if (starts("//")) {
        blank_until("\n");
      } else if (starts("/*")) {
        blank_past("*/");
      } else if (starts("R\"") && !in_word()) {
        blank_past(")" + delimiter() + "\"");
      } else if (text_[at_] == '"' || (text_[at_] == '\'' && !in_word())) {
        blank_literal();
      } else if (text_[at_] == '#' && only_blanks_before()) {
        blank_directive();
      } else {
        ++at_;
      }
    }
    return text_;
  }

 private:
  [[nodiscard]] bool starts(std::string_view with) const {
    return std::string_view(text_).substr(at_).starts_with(with);
  }

  // After a letter or digit, a quote is a digit separator, or ends a name.
  [[nodiscard]] bool in_word() const {
    if (at_ == 0) return false;
    const auto before = static_cast<unsigned char>(text_[at_ - 1]);
    return std::isalnum(before) != 0 || before == '_';
  }

  [[nodiscard]] bool only_blanks_before() const {
    const std::size_t line = text_.rfind('\n', at_) + 1;  // npos + 1 is 0
    return text_.find_first_not_of(" \t", line) == at_;
  }

  [[nodiscard]] std::string delimiter() const {
    const std::size_t open = text_.find('(', at_);
    return text_.substr(at_ + 2, open - at_ - 2);
  }

  void blank() {
    if (text_[at_] != '\n') text_[at_] = ' ';
    ++at_;
  }

  void blank_until(std::string_view end) {
    while (at_ < text_.size() && !starts(end)) blank();
  }

  void blank_past(const std::string& end) {
    blank_until(end);
    for (std::size_t n = 0; n < end.size() && at_ < text_.size(); ++n) blank();
  }

  void blank_literal() {
    const char quote = text_[at_];
    blank();
    while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n') {
      if (text_[at_] == '\\') blank();
      if (at_ < text_.size()) blank();
    }
    if (at_ < text_.size() && text_[at_] == quote) blank();
  }

  void blank_directive() {
    while (at_ < text_.size() && text_[at_] != '\n') {
      if (starts("\\\n")) blank();
      blank();
    }
  }

  std::string text_;
  std::size_t at_ = 0;
};

Source read_file(const std::string& root, const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(fs::path(root) / path).rdbuf();
  return source_of(path, text.str());
}

}  // namespace

Source source_of(std::string path, std::string_view text) {
  Source source{.path = std::move(path), .lines = {}};
  std::istringstream in{std::string(text)};
  for (std::string line; std::getline(in, line);) source.lines.push_back(line);
  return source;
}

std::vector<Source> read_tree(const std::string& root, const std::set<std::string>& extensions) {
  std::vector<Source> sources;
  for (const std::string& path : paths_below(root)) {
    if (extensions.contains(fs::path(path).extension())) sources.push_back(read_file(root, path));
  }
  return sources;
}

std::vector<Source> read_pages(const std::string& root) {
  std::vector<Source> pages = {read_file(root, "README.md")};
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(root) / "docs")) {
    if (entry.path().extension() != ".md") continue;
    pages.push_back(read_file(root, fs::relative(entry.path(), root)));
  }
  std::ranges::sort(pages, {}, &Source::path);
  return pages;
}

std::vector<std::string> paths_below(const std::string& root) {
  std::vector<std::string> paths;
  for (const char* folder : {"engine", "dpor", "visualize", "programs", "tests"}) {
    if (!fs::exists(fs::path(root) / folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(root) / folder)) {
      const std::string path = fs::relative(entry.path(), root);
      const bool is_generated = path.find("/__pycache__/") != std::string::npos;
      if (entry.is_regular_file() && !is_generated) paths.push_back(path);
    }
  }
  std::ranges::sort(paths);
  return paths;
}

std::string code_of(const Source& source) {
  std::string text;
  for (const std::string& line : source.lines) text += line + "\n";
  return Stripper(std::move(text)).strip();
}

std::string to_text(const Breaches& breaches) {
  std::string text;
  for (const std::string& breach : breaches) text += breach + "\n";
  return text;
}

}  // namespace mcheck::house
