// SPDX-License-Identifier: MIT
// Graphviz's language: quoting, HTML-like labels, attributes of nodes and edges.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mcheck {

// Text for an HTML-like label: one line, with < > & " escaped.
[[nodiscard]] std::string escaped_label(std::string_view text);

// <FONT …>text</FONT>. REQUIRES: text is escaped and not empty.
[[nodiscard]] std::string with_font(const std::string& text, int points, const char* colour);

struct DotAttribute {
  const char* name;
  std::string value;  // text without quotes, or an HTML-like label in < >
};

// "[pos="1,2!", label=<…>]"; a value that begins with < and ends with > is a label.
[[nodiscard]] std::string dot_attributes(const std::vector<DotAttribute>& attributes);

}  // namespace mcheck
