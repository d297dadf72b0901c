// SPDX-License-Identifier: MIT
#include "visualize/graph/dot_document.hpp"

#include <algorithm>

#include "engine/base/utf8.hpp"
#include "visualize/graph/dot_text.hpp"
#include "visualize/model/column_layout.hpp"

namespace mcheck {
namespace {

constexpr int kMinDocumentWidth = 480;
constexpr int kTitleLetterPoints = 9;    // the width of a bold letter, about
constexpr int kMessageLetterPoints = 6;  // of a small letter
constexpr std::size_t kMaxTitle = 240;
constexpr std::size_t kMaxDocumentMessage = 400;

std::vector<std::string> heading_lines(const std::string& text, std::size_t longest, int points,
                                       int width) {
  const auto letters = static_cast<std::size_t>(std::max(width, kMinDocumentWidth) / points);
  return wrapped(shortened(one_line(text), longest), letters);
}

std::string heading(const DotDocument& document) {
  std::string text;
  if (!document.title.empty()) {
    for (const std::string& line :
         heading_lines(document.title, kMaxTitle, kTitleLetterPoints, document.width)) {
      text += "<B>" + escaped_label(line) + "</B><BR/>";
    }
    text += with_font("&nbsp;", 4, "#ffffff") + "<BR/>";
  }
  if (!document.message.empty()) {
    for (const std::string& line : heading_lines(document.message, kMaxDocumentMessage,
                                                 kMessageLetterPoints, document.width)) {
      text += with_font(escaped_label(line), 11, "#333333") + "<BR/>";
    }
  }
  if (!text.empty()) text += "&nbsp;<BR/>";
  int used = 0;
  for (const LegendEntry& entry : document.legend) {
    const std::string words = std::string(entry.mark) + " " + entry.words;
    const int wide = static_cast<int>(columns_of(words) + 3) * kMessageLetterPoints;
    if (used > 0 && used + wide > std::max(document.width, kMinDocumentWidth))
      text += "<BR/>", used = 0;
    text += with_font(words + "&nbsp;&nbsp; ", 10, entry.colour);
    used += wide;
  }
  return text + (document.legend.empty() ? "" : "<BR/>&nbsp;");
}

}  // namespace

std::string dot_document(const DotDocument& document, const std::string& body) {
  std::vector<DotAttribute> graph = {{"layout", document.layout},
                                     {"splines", document.splines},
                                     {"outputorder", "edgesfirst"},
                                     {"bgcolor", "white"},
                                     {"pad", "0.3"},
                                     {"fontname", "Helvetica"},
                                     {"fontsize", "14"},
                                     {"labelloc", "t"},
                                     {"charset", "UTF-8"}};
  if (std::string(document.layout) == "neato") graph.push_back({"inputscale", "72"});
  const std::string label = heading(document);
  if (!label.empty()) graph.push_back({"label", "<" + label + ">"});
  return "digraph mcheck {\n  graph " + dot_attributes(graph) +
         "\n"
         "  node [shape=box, style=\"rounded,filled\", fontname=\"Helvetica\", fontsize=11, "
         "margin=\"0.12,0.05\", penwidth=1.2]\n"
         "  edge [fontname=\"Helvetica\", arrowsize=0.7]\n" +
         body + "}\n";
}

}  // namespace mcheck
