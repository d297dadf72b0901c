// SPDX-License-Identifier: MIT
// Graphviz's language: quoting, HTML-like labels, nodes and edges as text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mcheck {

// Text for an HTML-like label: fit for one line, and < > & " are escaped.
[[nodiscard]] std::string escaped_label(std::string_view text);

// <FONT …>text</FONT>. REQUIRES: text is escaped and not empty.
[[nodiscard]] std::string with_font(const std::string& text, int points, const char* colour);

struct DotAttribute {
  const char* name;
  std::string value;  // text without quotes, or an HTML-like label in < >
};

// "[pos="1,2!", label=<…>]"; a value that begins with < and ends with > is taken as a label.
[[nodiscard]] std::string dot_attributes(const std::vector<DotAttribute>& attributes);

}  // namespace mcheck
