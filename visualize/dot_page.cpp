// SPDX-License-Identifier: MIT
#include "visualize/dot_page.hpp"

#include <algorithm>

#include "engine/base/utf8.hpp"
#include "visualize/column_layout.hpp"
#include "visualize/dot_text.hpp"

namespace mcheck {
namespace {

constexpr int kLeastWidth = 480;
constexpr int kTitlePoints = 9;    // the width of a bold letter, about
constexpr int kMessagePoints = 6;  // of a small letter
constexpr std::size_t kLongestTitle = 240;
constexpr std::size_t kLongestPageMessage = 400;

std::vector<std::string> page_lines(const std::string& text, std::size_t longest, int points,
                                    int width) {
  const auto letters = static_cast<std::size_t>(std::max(width, kLeastWidth) / points);
  return wrapped(shortened(one_line(text), longest), letters);
}

std::string heading(const DotPage& page) {
  std::string text;
  if (!page.title.empty()) {
    for (const std::string& line :
         page_lines(page.title, kLongestTitle, kTitlePoints, page.width)) {
      text += "<B>" + escaped_label(line) + "</B><BR/>";
    }
    text += with_font("&nbsp;", 4, "#ffffff") + "<BR/>";
  }
  if (!page.message.empty()) {
    for (const std::string& line :
         page_lines(page.message, kLongestPageMessage, kMessagePoints, page.width)) {
      text += with_font(escaped_label(line), 11, "#333333") + "<BR/>";
    }
  }
  if (!text.empty()) text += "&nbsp;<BR/>";
  int used = 0;
  for (const LegendEntry& entry : page.legend) {
    const std::string words = std::string(entry.mark) + " " + entry.words;
    const int wide = static_cast<int>(columns_of(words) + 3) * kMessagePoints;
    if (used > 0 && used + wide > std::max(page.width, kLeastWidth)) text += "<BR/>", used = 0;
    text += with_font(words + "&nbsp;&nbsp; ", 10, entry.colour);
    used += wide;
  }
  return text + (page.legend.empty() ? "" : "<BR/>&nbsp;");
}

}  // namespace

std::string on_page(const DotPage& page, const std::string& body) {
  std::vector<DotAttribute> graph = {{"layout", page.layout},
                                     {"splines", page.splines},
                                     {"outputorder", "edgesfirst"},
                                     {"bgcolor", "white"},
                                     {"pad", "0.3"},
                                     {"fontname", "Helvetica"},
                                     {"fontsize", "14"},
                                     {"labelloc", "t"},
                                     {"charset", "UTF-8"}};
  if (std::string(page.layout) == "neato") graph.push_back({"inputscale", "72"});
  const std::string label = heading(page);
  if (!label.empty()) graph.push_back({"label", "<" + label + ">"});
  return "digraph mcheck {\n  graph " + dot_attributes(graph) +
         "\n"
         "  node [shape=box, style=\"rounded,filled\", fontname=\"Helvetica\", fontsize=11, "
         "margin=\"0.12,0.05\", penwidth=1.2]\n"
         "  edge [fontname=\"Helvetica\", arrowsize=0.7]\n" +
         body + "}\n";
}

}  // namespace mcheck
