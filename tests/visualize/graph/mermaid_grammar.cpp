// SPDX-License-Identifier: MIT
#include "tests/visualize/graph/mermaid_grammar.hpp"

#include <regex>
#include <set>
#include <sstream>

namespace mcheck {
namespace {

// A text: letters, characters that are harmless anywhere, numeric entities, and our own line
// breaks.
const std::string kText = R"((?:[A-Za-z0-9 _.,:/()+=\x80-\xff]|#[0-9]+;|<br/>)+)";
const std::string kId = "[a-z]+[0-9]+";

bool matches(const std::string& line, const std::string& pattern, std::smatch* parts = nullptr) {
  std::smatch own;
  return std::regex_match(line, parts == nullptr ? own : *parts, std::regex(pattern));
}

class Sequence {
 public:
  bool accepts(const std::string& line) {
    std::smatch parts;
    if (matches(line, "title " + kText)) return true;
    if (matches(line, "participant (" + kId + ") as " + kText, &parts)) {
      return known_.insert(parts[1]).second;
    }
    if (matches(line, "Note over (" + kId + ")(?:,(" + kId + "))?: " + kText, &parts)) {
      return known_.contains(parts[1]) && (!parts[2].matched || known_.contains(parts[2]));
    }
    if (matches(line, "(" + kId + ")(?:->>|-->>|--x)(" + kId + "): " + kText, &parts)) {
      return known_.contains(parts[1]) && known_.contains(parts[2]);
    }
    if (matches(line, R"(rect rgba\([0-9]+, [0-9]+, [0-9]+, 0\.[0-9]+\))")) return ++open_ > 0;
    return line == "end" && open_-- > 0;
  }
  [[nodiscard]] bool closed() const { return open_ == 0; }

 private:
  std::set<std::string> known_;
  int open_ = 0;
};

class Flowchart {
 public:
  bool accepts(const std::string& line) {
    std::smatch parts;
    const std::string label = "\"" + kText + "\"";
    if (matches(line,
                "([a-z]+[0-9]*)(?:\\[" + label + "\\]|\\(\\[" + label + "\\]\\)):::[a-z]+[0-9]*",
                &parts)) {
      return known_.insert(parts[1]).second;
    }
    const std::string arrow = " (?:-->|-\\.->|-- waits for -->|-\\. held by \\.->) ";
    if (matches(line, "([a-z]+[0-9]*)" + arrow + "([a-z]+[0-9]*)", &parts)) {
      ++edges_;
      return true;
    }
    if (matches(line, "subgraph [a-z]+")) return ++open_ > 0;
    if (matches(line, "linkStyle [0-9,]+ stroke:#[0-9a-f]{6},stroke-width:3px")) return true;
    if (matches(line,
                "classDef [a-z]+[0-9]* fill:#[0-9a-f]{6},stroke:#[0-9a-f]{6},color:#[0-9a-f]{6}"
                "(?:,stroke-dasharray: 3 3)?")) {
      return true;
    }
    return line == "direction TB" || (line == "end" && open_-- > 0);
  }
  [[nodiscard]] bool closed() const { return open_ == 0 && edges_ <= 500; }

 private:
  std::set<std::string> known_;
  int open_ = 0;
  int edges_ = 0;
};

template <typename Grammar>
std::string grammar_error(std::istream& lines, Grammar grammar) {
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("  ") || !grammar.accepts(line.substr(2)))
      return "not in the grammar: " + line;
  }
  return grammar.closed() ? "" : "a block is left open, or there are too many edges";
}

}  // namespace

std::string mermaid_error(const std::string& text) {
  if (text.size() > 50'000) return "longer than what GitHub draws";
  std::istringstream lines(text);
  std::string first;
  std::getline(lines, first);
  if (first == "sequenceDiagram") return grammar_error(lines, Sequence());
  if (first == "flowchart LR") return grammar_error(lines, Flowchart());
  return "no diagram begins with " + first;
}

}  // namespace mcheck
