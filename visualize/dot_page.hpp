// SPDX-License-Identifier: MIT
// What every picture has around it: a title, a few lines that say what was found, and a legend of
// what is in it and nothing else.
#pragma once

#include <string>
#include <vector>

namespace mcheck {

struct LegendEntry {
  const char* mark;
  const char* words;
  const char* colour;
};

struct DotPage {
  std::string title;
  std::string message;
  std::vector<LegendEntry> legend;
  int width = 600;               // of what is below, in points: to break lines at
  const char* layout = "neato";  // of Graphviz; neato keeps to the places that nodes were given
  const char* splines = "true";
};

// "digraph mcheck { … }" around the nodes and edges.
[[nodiscard]] std::string on_page(const DotPage& page, const std::string& body);

}  // namespace mcheck
