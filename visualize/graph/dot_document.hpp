// SPDX-License-Identifier: MIT
// What surrounds every picture: a title, a message, and a legend that explains only the marks in
// use.
#pragma once

#include <string>
#include <vector>

namespace mcheck {

struct LegendEntry {
  const char* mark;
  const char* words;
  const char* colour;
};

struct DotDocument {
  std::string title;
  std::string message;
  std::vector<LegendEntry> legend;
  int width = 600;               // of the graph, in points: decides where lines break
  const char* layout = "neato";  // Graphviz's layout; neato keeps the given positions
  const char* splines = "true";
};

// "digraph mcheck { … }" around the nodes and edges.
[[nodiscard]] std::string dot_document(const DotDocument& document, const std::string& body);

}  // namespace mcheck
