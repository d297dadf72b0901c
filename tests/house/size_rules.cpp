// SPDX-License-Identifier: MIT
// Rules about the size of folders, files, lines and functions.
#include <algorithm>
#include <map>
#include <sstream>

#include "tests/house/rules.hpp"

namespace mcheck::house {
namespace {

// Characters as a person counts them: the bytes of a UTF-8 text except continuation bytes.
std::size_t columns(std::string_view line) {
  return static_cast<std::size_t>(std::ranges::count_if(
      line, [](char c) { return (static_cast<unsigned char>(c) & 0xc0u) != 0x80u; }));
}

std::string place(const Source& source, std::size_t line) {
  return source.path + ":" + std::to_string(line);
}

bool has_component(std::string_view folder, std::string_view name) {
  const std::string path = "/" + std::string(folder) + "/";
  return path.find("/" + std::string(name) + "/") != std::string::npos;
}

bool may_be_large(std::string_view folder) {
  // Users write these paths: #include <mcheck/mutex.hpp>.
  if (folder.starts_with("engine/include/")) return true;
  // Each file is a program of its own, and its path is its name in docs and on the command line.
  if (folder.starts_with("programs/") && !folder.starts_with("programs/mcheck")) return true;
  if (folder.starts_with("tests/intercept/programs")) return true;
  // Test data: the test that reads them names them.
  return has_component(folder, "goldens") || has_component(folder, "samples");
}

// What a pair of braces contains, judged by the text before it.
enum class Block { kScope, kFunction, kOther };

// The head without a leading `template <…>`.
std::string_view without_template(std::string_view head) {
  if (!head.starts_with("template")) return head;
  int open = 0;
  for (std::size_t n = 0; n < head.size(); ++n) {
    if (head[n] == '<') ++open;
    if (head[n] == '>' && --open == 0) {
      const std::size_t rest = head.find_first_not_of(' ', n + 1);
      return rest == std::string_view::npos ? "" : without_template(head.substr(rest));
    }
  }
  return head;
}

Block block_of(std::string_view head) {
  std::istringstream words{std::string(without_template(head))};
  std::string first;
  while (words >> first && (first == "inline" || first == "typedef" || first == "static")) {
  }
  for (const char* word : {"namespace", "class", "struct", "union", "enum"}) {
    if (first == word) return Block::kScope;
  }
  const bool has_parameters = head.find(')') != std::string_view::npos;
  return has_parameters ? Block::kFunction : first == "extern" ? Block::kScope : Block::kOther;
}

// Follows the braces of a file. Outside of functions it stores the head: the text since the end of
// the last statement or block. A block that is followed by a comma or another block (a member's
// initialiser before a constructor's body) is part of the head.
class Braces {
 public:
  explicit Braces(const Source& source) : source_(source), code_(code_of(source)) {}

  Breaches find() {
    for (at_ = 0; at_ < code_.size(); ++at_) {
      const char c = code_[at_];
      if (c == '\n') ++line_;
      if (c == '{') {
        open();
      } else if (c == '}') {
        close();
      } else if (!inside_) {
        read_head(c);
      }
    }
    return std::move(breaches_);
  }

 private:
  void read_head(char c) {
    if (c == ';') {
      head_.clear();
    } else if (!head_.empty() || std::isspace(static_cast<unsigned char>(c)) == 0) {
      if (head_.empty()) head_line_ = line_;
      head_ += c == '\n' ? ' ' : c;
    }
  }

  void open() {
    ++depth_;
    if (inside_) return;
    const Block block = block_of(head_);
    if (block == Block::kScope) {
      head_.clear();
      return;
    }
    inside_ = true;
    outer_depth_ = depth_;
    counts_ = block == Block::kFunction;
  }

  void close() {
    if (inside_ && depth_ == outer_depth_) {
      inside_ = false;
      const std::size_t next = code_.find_first_not_of(" \n", at_ + 1);
      const bool continues =
          next != std::string::npos && (code_[next] == ',' || code_[next] == '{');
      if (counts_ && !continues) check_length();
      if (!continues) head_.clear();
    } else if (!inside_) {
      head_.clear();
    }
    --depth_;
  }

  void check_length() {
    const std::size_t lines = line_ - head_line_ + 1;
    if (lines <= kMaxFunctionLines) return;
    breaches_.push_back(place(source_, head_line_) + ": a function of " + std::to_string(lines) +
                        " lines: " + head_.substr(0, 60));
  }

  const Source& source_;
  std::string code_;
  Breaches breaches_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  std::size_t depth_ = 0;
  std::size_t outer_depth_ = 0;  // of the enclosing block
  bool inside_ = false;
  bool counts_ = false;
  std::string head_;
  std::size_t head_line_ = 1;
};

}  // namespace

Breaches folder_breaches(const std::vector<std::string>& paths) {
  std::map<std::string, std::size_t> files;  // by folder
  for (const std::string& path : paths) ++files[path.substr(0, path.rfind('/'))];
  Breaches breaches;
  for (const auto& [folder, count] : files) {
    if (count <= kMaxFolderFiles || may_be_large(folder)) continue;
    breaches.push_back(folder + ": " + std::to_string(count) + " files");
  }
  return breaches;
}

Breaches size_breaches(const Source& source) {
  Breaches breaches;
  if (source.lines.size() > kMaxFileLines) {
    breaches.push_back(source.path + ": " + std::to_string(source.lines.size()) + " lines");
  }
  for (std::size_t n = 0; n < source.lines.size(); ++n) {
    if (const std::size_t width = columns(source.lines[n]); width > kMaxColumns) {
      breaches.push_back(place(source, n + 1) + ": " + std::to_string(width) + " columns");
    }
  }
  return breaches;
}

Breaches function_breaches(const Source& source) { return Braces(source).find(); }

}  // namespace mcheck::house
