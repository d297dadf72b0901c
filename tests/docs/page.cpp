// SPDX-License-Identifier: MIT
#include "tests/docs/page.hpp"

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>

namespace mcheck::docs {
namespace {

namespace fs = std::filesystem;

const std::string kFence = "```";

bool one_of(const std::string& word, std::initializer_list<const char*> words) {
  return std::ranges::any_of(words, [&](const char* each) { return word == each; });
}

// Reads a page line by line.
class Reader {
 public:
  explicit Reader(const std::string& page) : page_(page) {}

  std::vector<Block> read() {
    for (std::size_t begin = 0; begin < page_.size(); begin = next_) {
      next_ = std::min(page_.find('\n', begin), page_.size() - 1) + 1;
      ++line_;
      process(page_.substr(begin, next_ - begin - 1));
    }
    return std::move(blocks_);
  }

 private:
  void process(const std::string& line) {
    static const std::regex directive(R"(<!-- ([a-z ]+): (.*) -->)");
    std::smatch match;
    if (open_) {
      if (line == kFence) {
        open_ = false;
      } else {
        blocks_.back().text += line + "\n";
      }
    } else if (line.starts_with(kFence)) {
      open_ = true;
      Block block;
      block.line = line_;
      block.language = line.substr(kFence.size());
      block.begin = next_;
      block.directives = std::move(directives_);
      blocks_.push_back(std::move(block));
      directives_.clear();
    } else if (std::regex_match(line, match, directive)) {
      directives_[match[1]].push_back(match[2]);
    } else {
      directives_.clear();
    }
  }

  const std::string& page_;
  std::size_t next_ = 0;
  std::size_t line_ = 0;
  bool open_ = false;
  std::map<std::string, std::vector<std::string>> directives_;
  std::vector<Block> blocks_;
};

}  // namespace

bool Block::is_commands() const { return one_of(language, {"sh", "bash", "console", "shell"}); }

bool Block::is_output() const { return one_of(language, {"", "text", "json", "xml"}); }

const std::string& Block::first(const std::string& what) const {
  return directives.at(what).front();
}

std::vector<fs::path> pages() {
  const fs::path root = MCHECK_SOURCE_DIRECTORY;
  std::vector<fs::path> found = {root / "README.md"};
  for (const auto& entry : fs::recursive_directory_iterator(root / "docs")) {
    if (entry.path().extension() == ".md") found.push_back(entry.path());
  }
  std::sort(found.begin() + 1, found.end());
  return found;
}

std::string text_of(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::vector<Block> blocks_of(const std::string& page) { return Reader(page).read(); }

std::string prose_of(const std::string& page) {
  std::string prose;
  bool open = false;
  for (const std::string& line : lines_of(page)) {
    if (line.find_first_not_of(' ') == line.find(kFence) && line.find(kFence) != std::string::npos)
      open = !open;
    prose += open ? "\n" : line + "\n";
  }
  prose = std::regex_replace(prose, std::regex("<!--[^>]*-->"), "");
  return std::regex_replace(prose, std::regex("`[^`\n]*`"), "code");
}

}  // namespace mcheck::docs
